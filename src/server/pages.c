/* The pages: one document that shows what its path says, and what it needs. */
#include <string.h>

#include "server/assets.h"
#include "server/server_internal.h"

static const struct {
    const char *name, *type, *text;
} assets[] = {
    {"style.css", "text/css; charset=utf-8", embedded_style},
    {"script.js", "text/javascript; charset=utf-8", embedded_script},
};

void page_handle(Request *request) {
    static const char folder[] = "/assets/";
    if (strncmp(request->path, folder, strlen(folder)) != 0) {
        reply_text(request, "text/html; charset=utf-8", embedded_index, strlen(embedded_index));
    } else {
        for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
            if (strcmp(assets[i].name, request->words[0]) == 0)
                reply_text(request, assets[i].type, assets[i].text, strlen(assets[i].text));
        if (request->response == NULL)
            reply_error(request, MHD_HTTP_NOT_FOUND, "There is no such file.");
    }
    reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
}

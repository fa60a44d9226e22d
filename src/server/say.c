#include "server/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/monotonic.h"

void server_say(const char *format, ...) {
    char moment[WALL_TEXT_MAX], sentence[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (char *at = sentence; *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = ' '; /* names and logs must not steer the terminal */
    wall_write(time(NULL), "%Y-%m-%d %H:%M:%S", moment);
    fprintf(stderr, "%s  %s\n", moment, sentence);
}

void server_complain(Complaint *complaint, const char *format, ...) {
    static const int64_t MINUTE = 60 * 1000;
    char sentence[sizeof complaint->sentence];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (strcmp(sentence, complaint->sentence) == 0 && server_now() - complaint->when < MINUTE)
        return;
    strcpy(complaint->sentence, sentence);
    complaint->when = server_now();
    server_say("%s", sentence);
}

int64_t server_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

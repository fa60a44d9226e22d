/*
 * The files of the pages, carried by the program: what tools/pack_pages.py makes of the folder that Vite has built.
 */
#ifndef ROOKERY_SERVER_ASSETS_H
#define ROOKERY_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Asset {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag;               /* changes with the bytes */
    bool kept;                     /* its name changes with the bytes: browsers may keep it for ever */
    size_t at, length;             /* in asset_bytes */
    size_t small_at, small_length; /* compressed by gzip; length 0: it would gain nothing */
} Asset;

extern const Asset assets[];
extern const size_t asset_count;
extern const char asset_bytes[];

#endif

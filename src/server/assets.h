/*
 * The files of web/, carried by the program (tools/embed.py).
 */
#ifndef ROOKERY_SERVER_ASSETS_H
#define ROOKERY_SERVER_ASSETS_H

extern const char embedded_index[];
extern const char embedded_style[];
extern const char embedded_script[];

#endif

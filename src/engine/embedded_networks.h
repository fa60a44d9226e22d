/*
 * The files of nets/ (tools/embed.py puts them in at build time); builtin_networks.c reads them.
 */
#ifndef ROOKERY_ENGINE_EMBEDDED_NETWORKS_H
#define ROOKERY_ENGINE_EMBEDDED_NETWORKS_H

extern const char embedded_standard_network[];
extern const unsigned long embedded_standard_network_size;

#endif

/*
 * The files of nets/ (tools/embed.py puts them in at build time); builtin_networks.c reads them.
 */
#ifndef ROOKERY_ENGINE_EMBEDDED_NETWORKS_H
#define ROOKERY_ENGINE_EMBEDDED_NETWORKS_H

extern const char embedded_standard_network[], embedded_crazyhouse_network[], embedded_atomic_network[],
    embedded_kingofthehill_network[], embedded_threecheck_network[], embedded_antichess_network[],
    embedded_horde_network[], embedded_racingkings_network[];
extern const unsigned long embedded_standard_network_size, embedded_crazyhouse_network_size,
    embedded_atomic_network_size, embedded_kingofthehill_network_size, embedded_threecheck_network_size,
    embedded_antichess_network_size, embedded_horde_network_size, embedded_racingkings_network_size;

#endif

/*
 * The networks that the program carries with it (nets/ in the sources).
 */
#ifndef ROOKERY_ENGINE_BUILTIN_NETWORKS_H
#define ROOKERY_ENGINE_BUILTIN_NETWORKS_H

#include "engine/network.h"

/* The network for the variant, shared by all; NULL where there is none. */
const Network *builtin_network(Variant variant);

#endif

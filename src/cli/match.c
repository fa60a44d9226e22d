#include "cli/verbs.h"

#include "cli/options.h"

int verb_match(int argc, char **argv) {
    (void)argc;
    return usage_error(argv[0], "is being built");
}

#!/bin/sh
# Checks the counts of ../shared/cases/perft.epd, where it exists (77: skipped). Arguments: the rookery command, and the
# largest count to check (0: all).
set -eu
suite=$(dirname "$0")/../../../shared/cases/perft.epd
[ -r "$suite" ] || exit 77
exec "$1" perft --suite "$suite" --max-nodes "$2"

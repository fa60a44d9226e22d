#!/bin/sh
# The shared protocol cases, each as its row says: shared_uci.sh ROOKERY. Skipped (77) where they are absent.
cases=$(dirname "$0")/../../../shared/cases
[ -f "$cases/uci.tsv" ] && python3 -c 'import chess' 2>/dev/null || exit 77
engine=$(mktemp)
trap 'rm -f "$engine"' EXIT
printf '#!/bin/sh\nexec "%s" uci\n' "$(realpath "$1")" > "$engine"
chmod +x "$engine"
out=$(python3 "$cases/uci_run.py" "$engine" "$cases/uci.tsv")
echo "$out"
echo "$out" | grep -q ' 0 failed'

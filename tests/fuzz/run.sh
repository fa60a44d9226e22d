#!/usr/bin/env bash
# Runs the fuzz targets (libFuzzer with address and undefined-behaviour sanitizers) and fails on any finding.
#
#   tests/fuzz/run.sh                  every target, the same inputs every time (the gate of ./test --full)
#   tests/fuzz/run.sh 600              every target for 10 minutes, other inputs every time
#   tests/fuzz/run.sh 60 pgn epd       these targets only
#
# Needs clang, meson and ninja. Builds in build-fuzz; inputs that reached new code are kept there in corpus/, beside the
# seeds of tests/fuzz/corpus/, and inputs that failed in findings/: run the target with one as its argument to see it.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=$root/build-fuzz
seconds=${1:-}
shift || true

if ! [[ $seconds =~ ^[0-9]*$ ]]; then
    echo "tests/fuzz/run.sh: the first word must be a number of seconds, not \"$seconds\"" >&2
    exit 2
fi
compiler=$(command -v clang || command -v clang-14 || true)
if [ -z "$compiler" ]; then
    echo "tests/fuzz/run.sh: clang is needed; install it with: apt-get install clang libclang-rt-14-dev" >&2
    exit 2
fi

if [ ! -f "$build/build.ninja" ]; then
    CC=$compiler meson setup "$build" "$root" -Dfuzz=true -Dpython=false -Djs=disabled --buildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
fi
ninja -C "$build" fuzz >"$build/fuzz-build.log" || { cat "$build/fuzz-build.log" >&2; exit 2; }

# The gate decides whether a change may land, so it must not depend on luck or on the speed of the machine: each target
# gets as many inputs as it reads in about fifteen seconds, from the same seed. A run of some seconds explores. What a
# server answers depends on time: its target gets what is in the corpus.
declare -A gate=([book]=200000 [epd]=80000 [fen]=200000 [games]=30000 [http]=0 [input]=60000 [match]=100000 [pgn]=12000 [play]=10000
    [player]=150000 [san]=250000 [uci]=500000)

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for program in "$build"/tests/fuzz/fuzz_*; do
        [ -f "$program" ] && [ -x "$program" ] && targets+=("${program##*/fuzz_}")
    done
fi

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
mkdir -p "$build/findings"
failed=0
for target in "${targets[@]}"; do
    program=$build/tests/fuzz/fuzz_$target
    seeds=$root/tests/fuzz/corpus/$target
    log=$build/findings/$target.log
    dictionary=()
    if [ ! -x "$program" ]; then
        echo "tests/fuzz/run.sh: there is no target \"$target\"" >&2
        exit 2
    fi
    [ -f "$root/tests/fuzz/$target.dict" ] && dictionary=(-dict="$root/tests/fuzz/$target.dict")
    found=$build/corpus/$target
    amount=(-max_total_time="$seconds")
    if [ -z "$seconds" ]; then
        found=$build/corpus/gate-$target
        rm -rf "$found"
        amount=(-seed=1 -runs="${gate[$target]:-50000}")
    fi
    mkdir -p "$found" "$seeds"
    if "$program" "${amount[@]}" -max_len=4096 -len_control=30 -entropic=0 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/findings/$target-" ${dictionary[@]+"${dictionary[@]}"} \
        "$found" "$seeds" >"$log" 2>&1; then
        runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        printf '%-6s good, %s inputs\n' "$target" "$runs"
    else
        failed=$((failed + 1))
        printf '%-6s FAILED, see %s\n' "$target" "$log"
        grep -m1 -E 'ERROR|not so:|runtime error' "$log" || tail -3 "$log"
    fi
done
[ "$failed" -eq 0 ] || exit 1

/*
 * How a JavaScript bot stands against the targets that the platform of such bots gives its authors: average time of a
 * move, depth, nodes a second, clones a move, moves that had to be ended.
 */
#include "base/monotonic.h"
#include "cli/profile.h"

enum { TARGETS = 5 };

typedef enum Verdict { GOOD, WARNING, CRITICAL, UNKNOWN } Verdict;

typedef struct Target {
    const char *name, *key;
    double value, good, bad; /* up to `good`, or from it if more is better; beyond `bad` it is critical */
    bool more_is_better, known;
} Target;

static void find_targets(const Profile *profile, Target targets[TARGETS]) {
    double seconds = 0, depths = 0, nodes = 0, node_seconds = 0, clones = 0;
    size_t with_depth = 0, count = profile->count;
    for (size_t i = 0; i < count; i++) {
        const ProfileMove *move = &profile->moves[i];
        double used = (double)move->note.elapsed / MICROSECONDS_PER_SECOND;
        seconds += used;
        clones += (double)move->copies;
        with_depth += move->note.depth > 0;
        depths += move->note.depth;
        nodes += (double)move->note.nodes;
        node_seconds += move->note.nodes > 0 ? used : 0;
    }
    const Target found[TARGETS] = {
        {"average time of a move, s", "seconds_a_move", seconds / (double)count, 15, 20, false, count > 0},
        {"average depth", "depth", depths / (double)with_depth, 6, 4, true, with_depth > 0},
        {"nodes a second", "nodes_a_second", nodes / node_seconds, 5000, 2000, true, node_seconds > 0},
        {"clones a move", "clones_a_move", clones / (double)count, 2, 10, false, count > 0},
        {"moves that had to be ended, %", "ended_percent", 100 * (double)profile->ended / (double)count, 0, 1, false,
         count > 0},
    };
    for (int i = 0; i < TARGETS; i++)
        targets[i] = found[i];
}

static Verdict judge(const Target *target) {
    if (!target->known)
        return UNKNOWN;
    if (target->more_is_better)
        return target->value >= target->good ? GOOD : target->value >= target->bad ? WARNING : CRITICAL;
    return target->value <= target->good ? GOOD : target->value <= target->bad ? WARNING : CRITICAL;
}

static const char *const verdict_names[] = {"good", "warning", "critical", "not reported"};

void profile_print_targets(const Profile *profile, FILE *stream) {
    Target targets[TARGETS];
    find_targets(profile, targets);
    fprintf(stream, "\n%-32s%12s%10s%10s\n", "", "", "target", "critical");
    for (int i = 0; i < TARGETS; i++) {
        const Target *target = &targets[i];
        fprintf(stream, "%-32s", target->name);
        if (target->known)
            fprintf(stream, "%12.*f", target->value < 100 ? 2 : 0, target->value);
        else
            fprintf(stream, "%12s", "");
        fprintf(stream, "  %s%6.0f  %s%6.0f  %s\n", target->more_is_better ? "≥" : "≤", target->good,
                target->more_is_better ? "<" : ">", target->bad, verdict_names[judge(target)]);
    }
}

json_t *profile_targets_to_json(const Profile *profile) {
    Target targets[TARGETS];
    json_t *object = json_object();
    find_targets(profile, targets);
    for (int i = 0; i < TARGETS; i++)
        json_object_set_new(object, targets[i].key,
                            json_pack("{so ss}", "value", targets[i].known ? json_real(targets[i].value) : json_null(),
                                      "verdict", verdict_names[judge(&targets[i])]));
    return object;
}

#include "server/contest_run.h"

#include "server/contest_draw.h"
#include "server/contest_json.h"

static void tell(Store *store, Hub *hub, int64_t id) {
    contest_publish_status(hub, store, id);
    contest_publish_standings(hub, store, id);
    contest_publish_round(hub, store, id);
}

/* False when it failed. */
static bool start(Store *store, Hub *hub, Complaint *complaint, int64_t id) {
    ContestStep step = contest_start(store, id, server_now());
    bool good = step == CONTEST_NOTHING ? contest_cancel(store, id, server_now()) : step != CONTEST_FAILED;
    if (good)
        tell(store, hub, id);
    else
        server_complain(complaint, "Tournament %lld cannot be started: %s.", (long long)id,
                        store_error(store)->message);
    return good;
}

static void advance(Store *store, Hub *hub, Complaint *complaint, int64_t id) {
    ContestStep step;
    do {
        step = contest_advance(store, id, server_now());
        if (step == CONTEST_DRAWN || step == CONTEST_FINISHED)
            tell(store, hub, id);
    } while (step == CONTEST_DRAWN);
    if (step == CONTEST_FAILED)
        server_complain(complaint, "Tournament %lld cannot go on: %s.", (long long)id, store_error(store)->message);
}

int contest_run(Store *store, Hub *hub, Complaint *complaint, int most) {
    int64_t id;
    bool good = true;
    while (good && (id = tournament_due(store, server_now())) != 0)
        good = start(store, hub, complaint, id);
    for (id = 0; (id = tournament_to_advance(store, id)) != 0;)
        advance(store, hub, complaint, id);
    int64_t next = good ? tournament_next_start(store) : 0, now = server_now();
    return next == 0 || next - now > most ? most : next > now ? (int)(next - now) : 0;
}

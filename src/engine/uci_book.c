/* The engine's own opening book: OwnBook and BookFile. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/monotonic.h"
#include "base/random.h"
#include "engine/uci_internal.h"

void uci_book_open(Uci *uci, const char *path) {
    Book book;
    Error error;
    bool none = *path == '\0' || strcmp(path, "<empty>") == 0;
    if (none) {
        book_free(&uci->book);
        book_init(&uci->book);
        return;
    }
    book_init(&book);
    if (!book_read(&book, path, &error)) {
        uci_say("info string %s; the book stays as it was", error.message);
        return;
    }
    book_free(&uci->book);
    uci->book = book;
    uci_say("info string the book has %zu moves", book.count);
}

/* Who analyses, ponders, looks for a mate or asks about certain moves wants a search. */
static bool may_use_book(const Uci *uci) {
    const EngineLimits *limits = &uci->limits;
    const Position *p = game_position(&uci->game);
    return uci->own_book && !uci->analyses && !limits->infinite && !limits->ponder && limits->mate == 0 &&
           limits->move_count == 0 && (p->variant == VARIANT_STANDARD || p->variant == VARIANT_CHESS960);
}

bool uci_book_answer(Uci *uci) {
    if (!may_use_book(uci))
        return false;
    if (uci->random == 0)
        uci->random = (uint64_t)time(NULL) ^ (uint64_t)monotonic_us() << 20;
    EngineResult result = {.ponder = MOVE_NONE};
    result.best = book_choose(&uci->book, game_position(&uci->game), random_next(&uci->random));
    if (result.best == MOVE_NONE)
        return false;
    uci_say("info string book move");
    uci_show_result(uci, &result);
    return true;
}

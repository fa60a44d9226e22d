/* EPD: what is read, strictly or leniently, is written as a line that reads strictly and is written the same. */
#include "fuzz.h"

#include "chess/epd.h"

static void check_back(const Epd *epd) {
    Epd back;
    Text first, second;
    Error error;
    epd_init(&back);
    text_init(&first);
    text_init(&second);
    epd_write(epd, FEN_PROMOTED, &first);
    CHECK(epd_read(&back, first.data, epd->position.variant, epd->position.chess960, EPD_STRICT, &error));
    CHECK(back.operation_count == epd->operation_count);
    CHECK(back.move_count == epd->move_count || back.move_count < epd->move_count);
    epd_write(&back, FEN_PROMOTED, &second);
    CHECK(strcmp(first.data, second.data) == 0);
    text_free(&first);
    text_free(&second);
    epd_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    uint8_t choice = take_byte(&bytes);
    char *line = take_string(&bytes, 0);
    Epd epd;
    Error error = {.line = 0};
    epd_init(&epd);
    EpdDialect dialect = choice & 0x40 ? EPD_OR_FEN : EPD_STRICT;
    if (epd_read(&epd, line, (choice & 0x3f) % VARIANT_COUNT, choice & 0x80, dialect, &error))
        check_back(&epd);
    else
        CHECK(error.message[0] != '\0' && error.column <= strlen(line) + 1);
    epd_free(&epd);
    free(line);
    return 0;
}

/* Input streams: any bytes, packed or not, are read to an end, whatever sizes are asked for, without endless memory. */
#include "fuzz.h"

#include "base/input.h"

enum { READ_MAX = 1 << 22 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t buffer[4096];
    Bytes bytes = {data, size};
    size_t step = (size_t)take_byte(&bytes) * 16 + 1, total = 0, got;
    Input *input = input_open_memory(bytes.data, bytes.size);
    CHECK(input != NULL);
    while (total < READ_MAX && (got = input_read(input, buffer, step)) > 0) {
        CHECK(got <= step);
        total += got;
    }
    Error error = {.message = ""};
    if (input_failed(input, &error))
        CHECK(error.message[0] != '\0');
    else if (total < READ_MAX)
        CHECK(input_read(input, buffer, step) == 0);
    input_close(input);
    return 0;
}

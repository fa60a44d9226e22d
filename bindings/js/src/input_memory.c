/* base/input.h for a machine without files: only memory can be read, and nothing in it is compressed. */
#include "base/input.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct Input {
    const unsigned char *bytes;
    size_t length;
};

Input *input_open(const char *path, Error *error) {
    error_set(error, "cannot open %s: there are no files here", path);
    return NULL;
}

Input *input_open_memory(const void *bytes, size_t length) {
    Input *input = malloc(sizeof *input);
    if (input != NULL)
        *input = (Input){bytes, length};
    return input;
}

size_t input_read(Input *input, void *bytes, size_t size) {
    size_t length = size < input->length ? size : input->length;
    memcpy(bytes, input->bytes, length);
    input->bytes += length;
    input->length -= length;
    return length;
}

bool input_failed(const Input *input, Error *error) {
    (void)input;
    (void)error;
    return false;
}

void input_close(Input *input) {
    free(input);
}

#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/error.h"

enum { RAW_SIZE = 1 << 17, MAGIC_SIZE = 4 };

struct Input {
    int descriptor;     /* -1 when reading from memory */
    const uint8_t *raw; /* bytes as they came, not yet handed out */
    size_t raw_length;
    ZSTD_DStream *stream; /* NULL for plain input */
    bool frame_open;      /* in the middle of a zstd frame */
    bool ended;
    bool failed;
    Error error;
    uint8_t buffer[]; /* RAW_SIZE bytes when reading from a descriptor */
};

static bool fail(Input *input, const char *reason) {
    input->failed = true;
    input->ended = true;
    return error_set(&input->error, "%s", reason);
}

/* Reads from the descriptor up to `size` bytes, fewer only at the end or after a failure. */
static size_t read_fully(Input *input, void *bytes, size_t size) {
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(input->descriptor, (uint8_t *)bytes + length, size - length);
        if (got > 0) {
            length += (size_t)got;
        } else if (got == 0) {
            break;
        } else if (errno != EINTR) {
            fail(input, strerror(errno));
            break;
        }
    }
    return length;
}

/* Fetches raw bytes when none are left; false at the end. */
static bool fill_raw(Input *input) {
    if (input->raw_length > 0)
        return true;
    if (input->descriptor < 0 || input->failed)
        return false;
    input->raw = input->buffer;
    input->raw_length = read_fully(input, input->buffer, RAW_SIZE);
    return input->raw_length > 0;
}

static size_t take_raw(Input *input, void *bytes, size_t size) {
    size_t length = size < input->raw_length ? size : input->raw_length;
    if (length > 0)
        memcpy(bytes, input->raw, length);
    input->raw += length;
    input->raw_length -= length;
    return length;
}

/* A zstd frame, or a skippable one (pzstd and seekable archives begin with those). */
static bool is_zstd(const uint8_t *bytes, size_t length) {
    if (length < MAGIC_SIZE)
        return false;
    uint32_t magic = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

/* Looks at the first bytes; prepares the decompressor if they say so. */
static bool begin(Input *input) {
    if (!fill_raw(input) || !is_zstd(input->raw, input->raw_length))
        return !input->failed;
    input->stream = ZSTD_createDStream();
    return input->stream != NULL || fail(input, "out of memory");
}

Input *input_open(const char *path, Error *error) {
    Input *input = calloc(1, sizeof *input + RAW_SIZE);
    if (input == NULL) {
        error_set(error, "cannot read %s: out of memory", path);
        return NULL;
    }
    struct stat status;
    bool standard_input = strcmp(path, "-") == 0;
    input->descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (input->descriptor < 0) {
        error_set(error, "cannot open %s: %s", path, strerror(errno));
        free(input);
        return NULL;
    }
    bool directory = fstat(input->descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (directory || !begin(input)) {
        error_set(error, "cannot read %s: %s", path, directory ? "it is a directory" : input->error.message);
        input_close(input);
        return NULL;
    }
    return input;
}

Input *input_open_memory(const void *bytes, size_t length) {
    Input *input = calloc(1, sizeof *input);
    if (input == NULL)
        return NULL;
    input->descriptor = -1;
    input->raw = bytes;
    input->raw_length = length;
    if (begin(input))
        return input;
    input_close(input);
    return NULL;
}

/* The decompressor may still hold output when the raw bytes are used up, so it is asked once more before the input
 * counts as ended. */
static size_t read_unpacked(Input *input, void *bytes, size_t size) {
    ZSTD_outBuffer out = {bytes, size, 0};
    while (out.pos == 0 && !input->ended) {
        bool raw_left = fill_raw(input);
        if (input->failed)
            break;
        if (!raw_left && !input->frame_open) {
            input->ended = true;
            break;
        }
        ZSTD_inBuffer in = {input->raw, input->raw_length, 0};
        size_t hint = ZSTD_decompressStream(input->stream, &out, &in);
        input->raw += in.pos;
        input->raw_length -= in.pos;
        input->frame_open = hint != 0;
        if (ZSTD_isError(hint))
            fail(input, ZSTD_getErrorName(hint));
        else if (!raw_left && out.pos == 0)
            fail(input, "the compressed data end too early: the file is cut off");
    }
    return out.pos;
}

size_t input_read(Input *input, void *bytes, size_t size) {
    if (input->ended || size == 0)
        return 0;
    if (input->stream != NULL)
        return read_unpacked(input, bytes, size);
    if (!fill_raw(input)) {
        input->ended = true;
        return 0;
    }
    return take_raw(input, bytes, size);
}

bool input_failed(const Input *input, Error *error) {
    if (input->failed && error != NULL)
        *error = input->error;
    return input->failed;
}

void input_close(Input *input) {
    if (input == NULL)
        return;
    if (input->descriptor > STDIN_FILENO)
        close(input->descriptor);
    ZSTD_freeDStream(input->stream);
    free(input);
}

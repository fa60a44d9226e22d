/*
 * The C library wants to be told how bytes leave the machine, although nothing here ever prints: formatting a number
 * drags its streams in. These stand in for the calls to the outside, so that the module imports nothing at all.
 */
#include <stdint.h>

enum { NOT_HERE = 8 }; /* WASI's EBADF */

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t, int64_t, int32_t, int32_t);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t, int32_t, int32_t, int32_t);

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t descriptor) {
    (void)descriptor;
    return NOT_HERE;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t descriptor, int64_t offset, int32_t whence, int32_t out) {
    (void)descriptor, (void)offset, (void)whence, (void)out;
    return NOT_HERE;
}

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t descriptor, int32_t parts, int32_t count, int32_t out) {
    (void)descriptor, (void)parts, (void)count, (void)out;
    return NOT_HERE;
}

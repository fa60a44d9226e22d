/*
 * What every file of the WebAssembly module shares: the mark of an exported function, and the module's own text buffer.
 *
 * The module keeps no boards. JavaScript owns memory that holds positions one behind the other, as they followed in the
 * game, and hands in pointers; each call answers everything about its subject at once, as packed words or as text.
 */
#ifndef ROOKERY_JS_EXPORT_H
#define ROOKERY_JS_EXPORT_H

#include "rookery/chess.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Texts of bounded length pass through here in both directions: FENs, moves, error sentences. */
enum { TEXT_BUFFER_SIZE = 4096 };
extern char text_buffer[TEXT_BUFFER_SIZE];

/* Leaves a sentence in text_buffer and returns the negative number that says so to JavaScript. */
int text_fail(const Error *error);

#endif

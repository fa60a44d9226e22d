/* rookery pgn: checks PGN files, counts their games, and writes them out clean. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "chess/pgn.h"
#include "cli/options.h"
#include "cli/verbs.h"

static const char help[] =
    "  rookery pgn games.pgn\n"
    "  rookery pgn --convert games.pgn.zst > clean.pgn\n\n"
    "rookery pgn [options] FILE...\n\n"
    "Reads the games, plays every move of every variation, and reports what is wrong as FILE:LINE:COLUMN: reason on\n"
    "standard error. \"-\" is standard input. Files packed with zstd are unpacked.\n\n"
    "  --convert        write the games to standard output in export format; of a game with a mistake, what comes "
    "before\n"
    "  --json           write one JSON object a game: place, tags, start, moves in UCI, result, the first mistake\n"
    "  --count          write only the number of games of each file\n"
    "  --main-line      leave out variations, comments and glyphs, unchecked\n"
    "  --variant V      rules of games that name none (default standard)\n"
    "  --quiet          no summary\n\n"
    "Exit status: 0 all games are good; 1 some game has a mistake; 2 wrong use, or a file cannot be read.\n";

typedef struct PgnVerb {
    bool convert, json, count, main_line, quiet;
    const char *variant;
    PgnOptions options;
    PgnGame game;
    Text text;
} PgnVerb;

typedef struct Tally {
    uint64_t games, moves, bad;
} Tally;

/* ---- One game ----------------------------------------------------------------------------------------- */

static void report_mistakes(const char *name, const PgnGame *game) {
    for (size_t i = 0; i < game->error_count && i <= PGN_FURTHER_ERRORS; i++) {
        const Error *error = i == 0 ? &game->error : &game->further[i - 1];
        fprintf(stderr, "%s:%zu:%zu: %s\n", name, error->line, error->column, error->message);
    }
    if (game->error_count > PGN_FURTHER_ERRORS + 1)
        fprintf(stderr, "%s:%zu:1: this game has %zu more mistakes\n", name, game->line,
                game->error_count - PGN_FURTHER_ERRORS - 1);
}

static void append_json_moves(const PgnGame *game, Text *out) {
    Position position = game->start;
    const char *separator = "";
    for (PgnNode node = game->moves[PGN_ROOT].next; node != PGN_ROOT; node = game->moves[node].next) {
        char uci[UCI_MOVE_MAX];
        uci_write_move(&position, game->moves[node].move, uci);
        text_append_format(out, "%s\"%s\"", separator, uci);
        separator = ",";
        position_play(&position, game->moves[node].move, &position);
    }
}

static void append_json(const char *name, const PgnGame *game, Text *out) {
    char fen[FEN_MAX];
    position_to_fen(&game->start, FEN_DEFAULT, fen);
    text_append_string(out, "{\"file\":");
    text_append_json(out, name);
    text_append_format(out, ",\"line\":%zu,\"tags\":{", game->line);
    for (size_t i = 0; i < game->tag_count; i++) {
        text_append_string(out, i > 0 ? "," : "");
        text_append_json(out, game->text.data + game->tags[i].name);
        text_append_char(out, ':');
        text_append_json(out, game->text.data + game->tags[i].value);
    }
    text_append_format(out, "},\"variant\":\"%s\",\"fen\":\"%s\",\"moves\":[", variant_name(game->start.variant), fen);
    append_json_moves(game, out);
    text_append_format(out, "],\"result\":\"%s\"", game->result);
    if (game->error_count > 0) {
        text_append_format(out, ",\"error\":{\"line\":%zu,\"column\":%zu,\"message\":", game->error.line,
                           game->error.column);
        text_append_json(out, game->error.message);
        text_append_char(out, '}');
    }
    text_append_string(out, "}\n");
}

static void put_game(PgnVerb *verb, const char *name) {
    text_clear(&verb->text);
    if (verb->convert)
        pgn_write_game(&verb->game, &verb->text);
    else
        append_json(name, &verb->game, &verb->text);
    fwrite(verb->text.data, 1, verb->text.length, stdout);
}

/* ---- Files -------------------------------------------------------------------------------------------- */

static void put_summary(const PgnVerb *verb, const char *name, const Tally *tally) {
    FILE *stream = verb->convert || verb->json ? stderr : stdout;
    if (verb->count) {
        printf("%" PRIu64 "\t%s\n", tally->games, name);
    } else if (!verb->quiet) {
        fprintf(stream, "%s: %" PRIu64 " game%s, %" PRIu64 " move%s, ", name, tally->games,
                tally->games == 1 ? "" : "s", tally->moves, tally->moves == 1 ? "" : "s");
        if (tally->bad == 0)
            fprintf(stream, "no mistake\n");
        else
            fprintf(stream, "%" PRIu64 " with a mistake\n", tally->bad);
    }
}

static int read_file(PgnVerb *verb, const char *path) {
    Error error;
    Tally tally = {0};
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    PgnReader *reader = pgn_reader_open(path, &verb->options, &error);
    if (reader == NULL)
        return usage_error("pgn", "%s", error.message);
    while (pgn_reader_next(reader, &verb->game)) {
        tally.games++;
        tally.moves += verb->game.move_count - 1;
        tally.bad += verb->game.error_count > 0;
        report_mistakes(name, &verb->game);
        if (verb->convert || verb->json)
            put_game(verb, name);
    }
    bool failed = pgn_reader_failed(reader, &error);
    pgn_reader_close(reader);
    put_summary(verb, name, &tally);
    if (failed)
        return usage_error("pgn", "cannot read %s to its end: %s", name, error.message);
    return tally.bad > 0 ? EXIT_NO : EXIT_YES;
}

static int read_files(PgnVerb *verb, int count, char **paths) {
    int status = EXIT_YES;
    pgn_game_init(&verb->game);
    text_init(&verb->text);
    for (int i = 0; i < count; i++) {
        int file_status = read_file(verb, paths[i]);
        status = file_status > status ? file_status : status;
    }
    pgn_game_free(&verb->game);
    text_free(&verb->text);
    if (fflush(stdout) != 0)
        return usage_error("pgn", "cannot write to standard output");
    return status;
}

int verb_pgn(int argc, char **argv) {
    PgnVerb verb = {.variant = "standard"};
    const Option options[] = {
        {"convert", OPTION_FLAG, &verb.convert},
        {"json", OPTION_FLAG, &verb.json},
        {"count", OPTION_FLAG, &verb.count},
        {"main-line", OPTION_FLAG, &verb.main_line},
        {"variant", OPTION_TEXT, &verb.variant},
        {"quiet", OPTION_FLAG, &verb.quiet},
        {NULL, OPTION_FLAG, NULL},
    };
    int files = options_read(argc, argv, options, help);
    if (files < 0)
        return options_status(files);
    if (files == 0)
        return usage_error("pgn", "name the files to read, or - for standard input");
    if (verb.convert + verb.json + verb.count > 1)
        return usage_error("pgn", "--convert, --json and --count each write something else; choose one");
    verb.options.variant = variant_by_name(verb.variant);
    verb.options.main_line_only = verb.main_line;
    if (verb.options.variant == VARIANT_NONE)
        return usage_error("pgn", "there is no variant \"%s\"", verb.variant);
    return read_files(&verb, files, argv + 1);
}

#include "cli/match_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/text.h"
#include "cli/options.h"

enum { DRAW_INTERVAL = 60 * 1000, MOVES_SHOWN = 8, NAME_COLUMNS = 24 };

static bool locale_is_utf8(void) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return strcasestr(value, "utf-8") != NULL || strcasestr(value, "utf8") != NULL;
    }
    return false;
}

void watch_begin(Watcher *watcher, FILE *stream) {
    *watcher = (Watcher){
        .stream = stream,
        .on_terminal = isatty(fileno(stream)) != 0,
        .colour = use_colour(fileno(stream)),
        .unicode = locale_is_utf8(),
    };
}

/* ---- Pieces of the picture ------------------------------------------------------------------------------ */

/* "1:02:03", "2:05", and below ten seconds "0:09.3". */
static void add_clock(Text *text, int64_t microseconds) {
    long long tenths = microseconds > 0 ? microseconds / 100000 : 0, seconds = tenths / 10;
    if (seconds >= 3600)
        text_append_format(text, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else if (seconds >= 10)
        text_append_format(text, "%lld:%02lld", seconds / 60, seconds % 60);
    else
        text_append_format(text, "0:%02lld.%lld", seconds, tenths % 10);
}

/* An evaluation from White's side: "+0.35/12", "mate in -3". */
static void add_evaluation(Text *text, const MoveNote *note, Color color) {
    int score = color == WHITE ? note->score : -note->score;
    if (!note->has_score)
        return;
    if (note->mate)
        text_append_format(text, "#%d", score);
    else
        text_append_format(text, "%+.2f", score / 100.0);
    if (note->depth > 0)
        text_append_format(text, "/%u", note->depth);
}

static void add_piece(const Watcher *watcher, Text *text, Piece piece) {
    static const char *const pictures[] = {" ", "♟", "♞", "♝", "♜", "♛", "♚"};
    if (piece == NO_PIECE)
        text_append_string(text, " ");
    else if (watcher->unicode && watcher->colour)
        text_append_string(text, pictures[piece_type(piece)]);
    else
        text_append_char(text, piece_letter(piece));
}

/* One square, three columns wide. Colours from the 256-colour palette: muted wood, the last move in green. */
static void add_square(const Watcher *watcher, Text *text, const Position *position, Square square, Move last) {
    Piece piece = position->board[square];
    if (!watcher->colour) {
        text_append_char(text, ' ');
        if (piece == NO_PIECE)
            text_append_char(text, '.');
        else
            add_piece(watcher, text, piece);
        return;
    }
    bool dark = (square_file(square) + square_rank(square)) % 2 == 0;
    bool moved = last != MOVE_NONE && (move_from(last) == square || move_to(last) == square);
    int background = moved ? (dark ? 65 : 108) : dark ? 137 : 180;
    text_append_format(text, "\033[48;5;%d;38;5;%dm ", background,
                       piece != NO_PIECE && piece_color(piece) == WHITE ? 231 : 16);
    add_piece(watcher, text, piece);
    text_append_string(text, " \033[0m");
}

/* "Alpha   ● 0:42.1  pocket QNP  2 checks to give". */
static void add_player(const Watcher *watcher, Text *text, const Referee *referee, Color color) {
    const GameRecord *record = referee_record(referee);
    const Position *position = game_position(&record->game);
    const Clock *clock = referee_clock(referee, color);
    bool to_move = referee_turn(referee) == color;
    text_append_format(text, "  %s %-*s", to_move ? (watcher->unicode ? "▸" : ">") : " ", NAME_COLUMNS,
                       record->names[color]);
    if (clock->control->base > 0) {
        int64_t thought = to_move ? monotonic_us() - player_go_moment(referee_player(referee, color)) : 0;
        text_append_string(text, "  ");
        add_clock(text, clock->left - thought);
    }
    bool pocket = false;
    for (PieceType type = QUEEN; type >= PAWN; type--)
        for (int i = 0; i < position->pockets[color][type]; i++) {
            text_append_string(text, pocket ? "" : "   pocket ");
            text_append_char(text, piece_letter(piece_make(WHITE, type)));
            pocket = true;
        }
    if (record->variant == VARIANT_THREE_CHECK)
        text_append_format(text, "   %d to give", position->checks_left[color]);
}

/* The last moves in SAN, on one line. */
static void add_moves(Text *text, const GameRecord *record) {
    const Game *game = &record->game;
    size_t from = game->ply > MOVES_SHOWN ? game->ply - MOVES_SHOWN : 0;
    for (size_t ply = from; ply < game->ply; ply++) {
        char san[SAN_MAX];
        const Position *position = &game->positions[ply];
        san_write_move(position, game->moves[ply], san);
        if (position->side == WHITE || ply == from)
            text_append_format(text, "%u.%s ", position->fullmove_number, position->side == WHITE ? "" : "..");
        text_append_format(text, "%s ", san);
    }
}

static void add_last_note(Text *text, const GameRecord *record) {
    size_t plies = record_plies(record);
    if (plies == 0)
        return;
    const MoveNote *note = &record->notes[plies - 1];
    Color color = record->game.positions[record->game.ply - 1].side;
    text_append_format(text, "%s thought %.1f s ", record->names[color],
                       (double)note->elapsed / MICROSECONDS_PER_SECOND);
    add_evaluation(text, note, color);
}

/* ---- The picture ---------------------------------------------------------------------------------------- */

static void compose(const Watcher *watcher, Text *text, const Referee *referee) {
    static const char end_of_line[] = "\033[K\n";
    const GameRecord *record = referee_record(referee);
    const Position *position = game_position(&record->game);
    Move last = record->game.ply > 0 ? record->game.moves[record->game.ply - 1] : MOVE_NONE;
    add_player(watcher, text, referee, BLACK);
    text_append_string(text, end_of_line);
    for (int rank = 7; rank >= 0; rank--) {
        text_append_format(text, "  %d ", rank + 1);
        for (int file = 0; file < 8; file++)
            add_square(watcher, text, position, square_make(file, rank), last);
        text_append_string(text, end_of_line);
    }
    text_append_string(text, watcher->colour ? "     a  b  c  d  e  f  g  h" : "     a b c d e f g h");
    text_append_string(text, end_of_line);
    add_player(watcher, text, referee, WHITE);
    text_append_format(text, "%s  ", end_of_line);
    add_moves(text, record);
    text_append_format(text, "%s  ", end_of_line);
    add_last_note(text, record);
    text_append_string(text, end_of_line);
}

static void draw(Watcher *watcher, const Referee *referee) {
    Text text;
    text_init(&text);
    if (watcher->lines > 0)
        text_append_format(&text, "\033[%dA", watcher->lines);
    compose(watcher, &text, referee);
    watcher->lines = 0;
    for (const char *c = text.data; *c != '\0'; c++)
        watcher->lines += *c == '\n';
    fwrite(text.data, 1, text.length, watcher->stream);
    fflush(watcher->stream);
    watcher->drawn = monotonic_us();
    text_free(&text);
}

/* " 12. Nf3      +0.35/12   0.8 s  clock 0:52". */
static void list_move(const Watcher *watcher, const Referee *referee) {
    char san[SAN_MAX];
    const GameRecord *record = referee_record(referee);
    const Game *game = &record->game;
    const Position *before = &game->positions[game->ply - 1];
    const MoveNote *note = &record->notes[record_plies(record) - 1];
    Text evaluation, clock;
    text_init(&evaluation);
    text_init(&clock);
    san_write_move(before, game->moves[game->ply - 1], san);
    add_evaluation(&evaluation, note, before->side);
    if (record->controls[before->side].base > 0)
        add_clock(&clock, note->clock_left);
    fprintf(watcher->stream, "%4u.%-2s %-8s %-12s %6.1f s  %s\n", before->fullmove_number,
            before->side == WHITE ? "" : "..", san, evaluation.data, (double)note->elapsed / MICROSECONDS_PER_SECOND,
            clock.data);
    text_free(&evaluation);
    text_free(&clock);
}

void watch_game(Watcher *watcher, const Referee *referee) {
    const GameRecord *record = referee_record(referee);
    if (watcher->referee != NULL)
        return; /* one game at a time; the others are played unseen */
    watcher->referee = referee;
    watcher->lines = 0;
    fprintf(watcher->stream, "\n%s – %s, %s, game %lu\n\n", record->names[WHITE], record->names[BLACK],
            variant_title(record->variant), record->number);
    if (watcher->on_terminal)
        draw(watcher, referee);
}

void watch_move(Watcher *watcher, const Referee *referee) {
    if (watcher->referee != referee)
        return;
    if (!watcher->on_terminal)
        list_move(watcher, referee);
    else if (monotonic_us() - watcher->drawn >= DRAW_INTERVAL)
        draw(watcher, referee);
}

void watch_tick(Watcher *watcher) {
    if (watcher->referee != NULL && watcher->on_terminal)
        draw(watcher, watcher->referee);
}

void watch_game_over(Watcher *watcher, const Referee *referee) {
    if (watcher->referee != referee)
        return;
    if (watcher->on_terminal)
        draw(watcher, referee);
    fprintf(watcher->stream, "%s  %s\n", record_result(referee_record(referee)), referee_record(referee)->reason);
    fflush(watcher->stream);
    watcher->referee = NULL;
}

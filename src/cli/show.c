/* rookery show: everything the rules know of one position. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "chess/bitboard.h"
#include "cli/options.h"
#include "cli/verbs.h"

static const char help[] =
    "  rookery show \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\"\n"
    "  rookery show --variant crazyhouse\n\n"
    "rookery show [options] [FEN]\n\n"
    "Shows the board, the FEN, the keys, what is wrong with the position, how the game stands, and the legal moves.\n"
    "Without a FEN it shows the variant's start position.\n\n"
    "  --variant V   the variant (default standard)\n"
    "  --chess960    read castling rights as in chess960, whatever the variant\n\n"
    "Exit status: 0 a valid position; 1 a position that no game can reach; 2 wrong use.\n";

static void print_board(const Position *position) {
    for (int rank = 7; rank >= 0; rank--) {
        printf("  %d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            Square square = square_make(file, rank);
            bool promoted = (position->promoted & square_bit(square)) != 0;
            printf(" %c%c", piece_letter(position->board[square]), promoted ? '~' : ' ');
        }
        putchar('\n');
    }
    puts("     a  b  c  d  e  f  g  h\n");
}

static void print_fens(const Position *position) {
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    printf("FEN           %s\n", fen);
    position_to_fen(position, FEN_SHREDDER, fen);
    printf("Shredder-FEN  %s\n", fen);
    printf("Key           %016" PRIx64 "\n", position->key);
    printf("Polyglot key  %016" PRIx64 "\n", position_polyglot_key(position));
}

static void print_checkers(const Position *position) {
    if (position->checkers == 0)
        return;
    printf("Checkers     ");
    for (Bitboard checkers = position->checkers; checkers != 0;) {
        char name[3];
        square_write(pop_lsb(&checkers), name);
        printf(" %s", name);
    }
    putchar('\n');
}

static uint32_t print_status(const Position *position) {
    uint32_t status = position_status(position);
    printf("Status       ");
    for (int bit = 0; bit < STATUS_BITS; bit++)
        if (status >> bit & 1)
            printf(" %s", status_bit_name(bit));
    puts(status == STATUS_VALID ? " valid" : "");
    Outcome outcome = position_outcome(position);
    if (outcome.termination == TERMINATION_NONE)
        printf("Game          %s to move\n", position->side == WHITE ? "White" : "Black");
    else
        printf("Game          over, %s: %s\n", outcome_result(outcome), outcome_reason(outcome, position->variant));
    return status;
}

static void print_moves(const Position *position) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    printf("\n%zu legal move%s%s\n", count, count == 1 ? "" : "s", count == 0 ? "" : ":");
    for (size_t i = 0; i < count; i++) {
        char san[SAN_MAX], uci[UCI_MOVE_MAX];
        san_write_move(position, moves[i], san);
        uci_write_move(position, moves[i], uci);
        printf("  %-8s %-6s%s", san, uci, i % 5 == 4 || i + 1 == count ? "\n" : "");
    }
}

int verb_show(int argc, char **argv) {
    const char *variant_text = "standard";
    bool chess960 = false;
    const Option table[] = {
        {"variant", OPTION_TEXT, &variant_text},
        {"chess960", OPTION_FLAG, &chess960},
        {NULL, OPTION_FLAG, NULL},
    };
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    Variant variant = read_variant("show", variant_text);
    if (variant == VARIANT_NONE)
        return EXIT_USAGE;
    if (words > 1)
        return usage_error("show", "one FEN at a time; put it in quotes");
    Position position;
    Error error;
    if (!position_from_fen(&position, words == 1 ? argv[1] : variant_start_fen(variant), variant, chess960, &error))
        return usage_error("show", "%s", error.message);
    print_board(&position);
    print_fens(&position);
    print_checkers(&position);
    uint32_t status = print_status(&position);
    print_moves(&position);
    return status == STATUS_VALID ? EXIT_YES : EXIT_NO;
}

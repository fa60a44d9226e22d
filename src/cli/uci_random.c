#include "cli/uci_random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/random.h"
#include "cli/options.h"
#include "rookery/chess.h"

static const char BLANKS[] = " \t\r\n";

typedef struct RandomPlayer {
    uint64_t seed;
    Variant variant;
    bool chess960;
    Position position;
    char answer[UCI_MOVE_MAX]; /* of a search that may end only when it is told to; "" for none */
} RandomPlayer;

static void set_start(RandomPlayer *player, const char *fen) {
    Error error;
    Position position;
    const char *text = fen != NULL ? fen : variant_start_fen(player->variant);
    if (position_from_fen(&position, text, player->variant, player->chess960, &error))
        player->position = position;
    else
        printf("info string keeping the old position: %s\n", error.message);
}

/* Cuts the text at " word " and returns what follows, NULL when the word is not there. */
static char *cut_at(char *text, const char *word) {
    char *at = strstr(text, word);
    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + strlen(word);
}

static void set_position(RandomPlayer *player, char *text) {
    char *moves = cut_at(text, " moves ");
    set_start(player, strncmp(text, "fen ", 4) == 0 ? text + 4 : NULL);
    for (char *word = moves != NULL ? strtok(moves, BLANKS) : NULL; word != NULL; word = strtok(NULL, BLANKS)) {
        Move move;
        if (uci_parse_move(&player->position, word, &move, NULL) != MOVE_TEXT_OK) {
            printf("info string the position ends before %.20s, which is not legal\n", word);
            return;
        }
        position_play(&player->position, move, &player->position);
    }
}

static void set_option(RandomPlayer *player, char *text) {
    char *value = cut_at(text, " value ");
    if (value == NULL)
        return;
    value[strcspn(value, "\r\n")] = '\0';
    if (strcasecmp(text, "name UCI_Chess960") == 0) {
        player->chess960 = strcasecmp(value, "true") == 0;
    } else if (strcasecmp(text, "name UCI_Variant") == 0) {
        Variant variant = variant_by_name(value);
        if (variant != VARIANT_NONE)
            player->variant = variant;
    }
    set_start(player, NULL);
}

static void introduce(void) {
    puts("id name random\nid author Rookery\noption name UCI_Chess960 type check default false");
    fputs("option name UCI_Variant type combo default chess var chess", stdout);
    for (Variant variant = VARIANT_CHESS960; variant < VARIANT_ARENA_COUNT; variant++)
        printf(" var %s", variant == VARIANT_THREE_CHECK ? "3check" : variant_name(variant));
    puts("\nuciok");
}

static void choose(RandomPlayer *player) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&player->position, moves);
    if (count == 0)
        strcpy(player->answer, "0000");
    else
        uci_write_move(&player->position, moves[random_below(&player->seed, count)], player->answer);
}

static void answer(RandomPlayer *player) {
    if (player->answer[0] != '\0')
        printf("bestmove %s\n", player->answer);
    player->answer[0] = '\0';
}

/* False for "quit". */
static bool obey(RandomPlayer *player, char *line) {
    char *word = line + strspn(line, BLANKS);
    char *rest = word + strcspn(word, BLANKS);
    if (*rest != '\0')
        *rest++ = '\0';
    rest += strspn(rest, BLANKS);
    if (strcmp(word, "uci") == 0) {
        introduce();
    } else if (strcmp(word, "isready") == 0) {
        puts("readyok");
    } else if (strcmp(word, "setoption") == 0) {
        set_option(player, rest);
    } else if (strcmp(word, "ucinewgame") == 0) {
        set_start(player, NULL);
    } else if (strcmp(word, "position") == 0) {
        set_position(player, rest);
    } else if (strcmp(word, "go") == 0) {
        choose(player);
        if (strstr(rest, "infinite") == NULL && strstr(rest, "ponder") == NULL)
            answer(player);
    } else if (strcmp(word, "stop") == 0 || strcmp(word, "ponderhit") == 0) {
        answer(player);
    }
    return strcmp(word, "quit") != 0;
}

int random_serve(void) {
    RandomPlayer player = {.seed = random_seed(), .variant = VARIANT_STANDARD};
    char *line = NULL;
    size_t capacity = 0;
    set_start(&player, NULL);
    do
        fflush(stdout);
    while (getline(&line, &capacity, stdin) > 0 && obey(&player, line));
    free(line);
    return EXIT_YES;
}

-- Tournaments and their standings, which change in the transaction that finishes a game.

CREATE TABLE tournaments (
    id {id},
    name TEXT NOT NULL,
    kind TEXT NOT NULL,   -- round robin
    status TEXT NOT NULL, -- running, paused, finished
    variant TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    games_per_pairing BIGINT NOT NULL,
    account_id BIGINT NOT NULL REFERENCES accounts(id),
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);

CREATE TABLE standings (
    tournament_id BIGINT NOT NULL REFERENCES tournaments(id),
    player_id BIGINT NOT NULL REFERENCES players(id),
    games BIGINT NOT NULL,
    half_points BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, player_id)
);

-- Who plays, the games, and what they did to the ratings.

-- One rating identity: a person, a guest, one version of a bot, the engine at one level.
CREATE TABLE players (
    id {id},
    kind TEXT NOT NULL, -- person, guest, bot, engine
    name TEXT NOT NULL,
    account_id BIGINT UNIQUE REFERENCES accounts(id),
    version_id BIGINT UNIQUE REFERENCES bot_versions(id),
    level BIGINT UNIQUE -- of the engine, 0: full strength; its rating is fixed
);

CREATE TABLE games (
    id {id},
    status TEXT NOT NULL, -- queued, running, finished, aborted
    origin TEXT NOT NULL, -- league, challenge, tournament
    tournament_id BIGINT,
    round BIGINT NOT NULL,
    variant TEXT NOT NULL,
    start_fen TEXT, -- NULL: the variant's own
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL, -- may it change ratings
    white_id BIGINT NOT NULL REFERENCES players(id),
    black_id BIGINT NOT NULL REFERENCES players(id),
    created_by BIGINT REFERENCES accounts(id),
    created_at BIGINT NOT NULL,
    starts BIGINT NOT NULL, -- how often it was begun
    started_at BIGINT,
    -- Once it is finished:
    finished_at BIGINT,
    finish_number BIGINT UNIQUE, -- the order in which games changed ratings
    result TEXT,                 -- 1-0, 0-1, 1/2-1/2, *
    counted INTEGER,             -- whether it did change ratings
    ended_by TEXT,               -- rules, time forfeit, crash, ...
    reason TEXT,                 -- a sentence without its full stop
    opening_plies BIGINT,
    duration_us BIGINT,
    white_cpu_us BIGINT,
    black_cpu_us BIGINT,
    white_memory BIGINT, -- bytes at the peak, 0: unknown
    black_memory BIGINT
);
CREATE INDEX games_by_status ON games (status, id);
CREATE INDEX games_by_white ON games (white_id, id);
CREATE INDEX games_by_black ON games (black_id, id);
CREATE INDEX games_by_tournament ON games (tournament_id, id);

CREATE TABLE moves (
    game_id BIGINT NOT NULL REFERENCES games(id),
    ply BIGINT NOT NULL, -- from 0
    uci TEXT NOT NULL,
    elapsed_us BIGINT,  -- NULL in the opening, as all that follows
    clock_us BIGINT,    -- left after the move
    score BIGINT,       -- for the side that moved: centipawns, or moves to mate
    mate INTEGER,
    depth BIGINT,
    nodes BIGINT,
    PRIMARY KEY (game_id, ply)
);

-- What a player wrote to standard error; for its author only.
CREATE TABLE logs (
    game_id BIGINT NOT NULL REFERENCES games(id),
    player_id BIGINT NOT NULL REFERENCES players(id),
    white INTEGER NOT NULL,
    content {bytes} NOT NULL,
    PRIMARY KEY (game_id, white)
);

CREATE TABLE ratings (
    player_id BIGINT NOT NULL REFERENCES players(id),
    variant TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    variance DOUBLE PRECISION NOT NULL, -- of the rating as an estimate
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (player_id, variant)
);
CREATE INDEX ratings_by_variant ON ratings (variant, rating);

-- Where a player began if not at the common start: a new version of a bot inherits.
CREATE TABLE rating_priors (
    player_id BIGINT NOT NULL REFERENCES players(id),
    variant TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    variance DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player_id, variant)
);

CREATE TABLE rating_changes (
    game_id BIGINT NOT NULL REFERENCES games(id),
    player_id BIGINT NOT NULL REFERENCES players(id),
    before DOUBLE PRECISION NOT NULL,
    after DOUBLE PRECISION NOT NULL,
    variance DOUBLE PRECISION NOT NULL, -- afterwards
    games BIGINT NOT NULL,              -- afterwards
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX rating_changes_by_player ON rating_changes (player_id, game_id);

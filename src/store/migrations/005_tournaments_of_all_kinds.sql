-- Swiss, knockout and gauntlet beside the round robin; registration; rounds that are drawn one after the other.

ALTER TABLE tournaments ADD COLUMN registration TEXT NOT NULL DEFAULT 'closed'; -- closed, open, invited
ALTER TABLE tournaments ADD COLUMN starts_at BIGINT;
ALTER TABLE tournaments ADD COLUMN round BIGINT NOT NULL DEFAULT 1; -- the newest that is drawn, 0: none
ALTER TABLE tournaments ADD COLUMN rounds_total BIGINT NOT NULL DEFAULT 1; -- 0: as the number of players asks for
ALTER TABLE tournaments ADD COLUMN winner_id BIGINT REFERENCES players(id);

ALTER TABLE standings ADD COLUMN entered BIGINT NOT NULL DEFAULT 0;  -- the order in which they did
ALTER TABLE standings ADD COLUMN seed BIGINT NOT NULL DEFAULT 0; -- from 1; 0 before the start
ALTER TABLE standings ADD COLUMN rating DOUBLE PRECISION;        -- at the start
ALTER TABLE standings ADD COLUMN account_id BIGINT REFERENCES accounts(id); -- who entered it
ALTER TABLE standings ADD COLUMN withdrawn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN bye_half_points BIGINT NOT NULL DEFAULT 0; -- of half_points, those for byes
ALTER TABLE standings ADD COLUMN out_in BIGINT; -- the round of a knockout in which it lost

-- Who met whom; second_id NULL: a bye.
CREATE TABLE pairings (
    tournament_id BIGINT NOT NULL REFERENCES tournaments(id),
    round BIGINT NOT NULL,
    board BIGINT NOT NULL, -- from 1 in each round
    first_id BIGINT NOT NULL REFERENCES players(id),
    second_id BIGINT REFERENCES players(id),
    winner_id BIGINT REFERENCES players(id), -- who goes on in a knockout
    PRIMARY KEY (tournament_id, round, board)
);
ALTER TABLE games ADD COLUMN board BIGINT;
CREATE INDEX games_by_tournament_and_status ON games (tournament_id, status);

-- Where its games begin, in turn; none: at the variant's own start.
CREATE TABLE tournament_openings (
    tournament_id BIGINT NOT NULL REFERENCES tournaments(id),
    number BIGINT NOT NULL, -- from 0
    fen TEXT NOT NULL,
    PRIMARY KEY (tournament_id, number)
);

CREATE TABLE tournament_invited (
    tournament_id BIGINT NOT NULL REFERENCES tournaments(id),
    account_id BIGINT NOT NULL REFERENCES accounts(id),
    PRIMARY KEY (tournament_id, account_id)
);

-- Tournaments there were: a board for each two who met, named by their first game.
UPDATE games SET board = (SELECT MIN(o.id) FROM games o WHERE o.tournament_id = games.tournament_id
    AND o.round = games.round AND (o.white_id = games.white_id OR o.black_id = games.white_id)
    AND (o.white_id = games.black_id OR o.black_id = games.black_id)) WHERE tournament_id IS NOT NULL;
INSERT INTO pairings (tournament_id, round, board, first_id, second_id)
    SELECT tournament_id, round, board, white_id, black_id FROM games WHERE id = board;
UPDATE tournaments SET rounds_total = (SELECT COALESCE(MAX(round), 1) FROM games WHERE tournament_id = tournaments.id);
UPDATE tournaments SET round = rounds_total;

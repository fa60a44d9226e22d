-- Invitations to a game between two people: whoever has the key may accept, once.

CREATE TABLE challenges (
    id {id},
    key TEXT NOT NULL UNIQUE,
    account_id BIGINT NOT NULL REFERENCES accounts(id), -- who invites
    status TEXT NOT NULL, -- open, accepted, cancelled
    color TEXT NOT NULL,  -- of who invites: white, black, random
    variant TEXT NOT NULL,
    start_fen TEXT,
    clock TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    game_id BIGINT REFERENCES games(id) -- once it is accepted
);
CREATE INDEX challenges_by_account ON challenges (account_id, status);

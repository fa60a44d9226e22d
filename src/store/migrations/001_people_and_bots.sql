-- People, how they prove who they are, and the bots they brought.
-- {id} and {bytes} stand for the database's own words; times are milliseconds since 1970.

CREATE TABLE accounts (
    id {id},
    kind TEXT NOT NULL, -- person, admin, guest, house
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE, -- the name in small letters
    password_hash TEXT,            -- NULL: nobody can sign in with a password
    created_at BIGINT NOT NULL
);

-- What a browser or a program holds is a secret; kept here is only its SHA-256.
CREATE TABLE sessions (
    secret_hash TEXT PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES accounts(id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);

CREATE TABLE tokens (
    id {id},
    secret_hash TEXT NOT NULL UNIQUE,
    account_id BIGINT NOT NULL REFERENCES accounts(id),
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX tokens_by_account ON tokens (account_id);

-- The link that makes the first administrator; used once.
CREATE TABLE setup_links (
    secret_hash TEXT PRIMARY KEY,
    created_at BIGINT NOT NULL
);

CREATE TABLE sources (
    hash TEXT PRIMARY KEY, -- SHA-256 of the bytes
    content {bytes} NOT NULL
);

CREATE TABLE bots (
    id {id},
    account_id BIGINT NOT NULL REFERENCES accounts(id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    language TEXT NOT NULL, -- python, javascript
    in_league INTEGER NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX bots_by_account ON bots (account_id);

CREATE TABLE bot_versions (
    id {id},
    bot_id BIGINT NOT NULL REFERENCES bots(id),
    number BIGINT NOT NULL, -- from 1
    source_hash TEXT NOT NULL REFERENCES sources(hash),
    status TEXT NOT NULL, -- checking, accepted, refused
    size_class TEXT NOT NULL,
    report TEXT, -- JSON, once checked
    created_at BIGINT NOT NULL,
    UNIQUE (bot_id, number)
);
CREATE INDEX bot_versions_by_status ON bot_versions (status);

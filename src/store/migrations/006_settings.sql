-- What administrators decide: settings, accounts that are kept out; and bots that their authors have retired.

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
ALTER TABLE accounts ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bots ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;

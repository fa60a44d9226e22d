-- How much memory a bot has held, move by move.

ALTER TABLE moves ADD COLUMN memory BIGINT; -- bytes at the peak so far; NULL or 0: not measured

-- A plan is the link that people pass on; its content lives in revisions, which never change.
CREATE TABLE plans (
    -- 128 random bits in base 32: knowing the id is what lets someone read the plan.
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 26),
    -- SHA-256 of the edit key; the key itself is shown once and stored nowhere.
    edit_key_hash BLOB NOT NULL CHECK (length(edit_key_hash) = 32),
    -- Times are seconds since 1970-01-01 UTC.
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE revisions (
    plan_id TEXT NOT NULL REFERENCES plans (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    title TEXT NOT NULL,
    note TEXT NOT NULL,
    -- The scenario as it was sent, in the language of the API.
    scenario TEXT NOT NULL CHECK (json_valid(scenario)),
    -- Prices that the person entered, or null.
    prices TEXT CHECK (prices IS NULL OR json_valid(prices)),
    -- The estimate as it was shown when the revision was made.
    result TEXT NOT NULL CHECK (json_valid(result)),
    -- Which formulas and which device data made the result.
    engine_version TEXT NOT NULL,
    catalog_version TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (plan_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
BEGIN
    SELECT RAISE(ABORT, 'a revision never changes: add the next one');
END;

CREATE TRIGGER revisions_are_kept BEFORE DELETE ON revisions
BEGIN
    SELECT RAISE(ABORT, 'a revision is never deleted: revoke the plan');
END;

CREATE TRIGGER plans_are_kept BEFORE DELETE ON plans
BEGIN
    SELECT RAISE(ABORT, 'a plan is never deleted: revoke it, so that its id is never issued again');
END;

CREATE TRIGGER revocation_is_final BEFORE UPDATE OF revoked_at ON plans
WHEN OLD.revoked_at IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'a revoked plan stays revoked');
END;

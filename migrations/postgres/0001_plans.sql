-- The schema of SQLite's 0001 and 0002 in PostgreSQL's words; what it means is written there.
CREATE TABLE plans (
    -- Sorted by bytes whatever the server's language, so that rows come in one order from every database.
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) = 26),
    edit_key_hash BYTEA NOT NULL CHECK (length(edit_key_hash) = 32),
    -- Times are seconds since 1970-01-01 UTC.
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT
);

CREATE TABLE revisions (
    plan_id TEXT COLLATE "C" NOT NULL REFERENCES plans (id),
    number BIGINT NOT NULL CHECK (number >= 1),
    title TEXT NOT NULL,
    note TEXT NOT NULL,
    -- Text, so that it comes back byte by byte; the cast fails on what is not JSON.
    scenario TEXT NOT NULL CHECK (scenario::json IS NOT NULL),
    prices TEXT CHECK (prices IS NULL OR prices::json IS NOT NULL),
    result TEXT NOT NULL CHECK (result::json IS NOT NULL),
    bill TEXT CHECK (bill IS NULL OR bill::json IS NOT NULL),
    engine_version TEXT NOT NULL,
    catalog_version TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (plan_id, number)
);

CREATE TABLE idempotency_keys (
    key_hash BYTEA NOT NULL PRIMARY KEY CHECK (length(key_hash) = 32),
    request_hash BYTEA NOT NULL CHECK (length(request_hash) = 32),
    salt BYTEA NOT NULL CHECK (length(salt) = 32),
    plan_id TEXT COLLATE "C" NOT NULL REFERENCES plans (id) DEFERRABLE INITIALLY DEFERRED,
    created_at BIGINT NOT NULL
);

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Fails with the trigger's argument.
CREATE FUNCTION rigwise_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
FOR EACH ROW EXECUTE FUNCTION rigwise_refuse('a revision never changes: add the next one');

CREATE TRIGGER revisions_are_kept BEFORE DELETE ON revisions
FOR EACH ROW EXECUTE FUNCTION rigwise_refuse('a revision is never deleted: revoke the plan');

CREATE TRIGGER revisions_are_kept_as_a_whole BEFORE TRUNCATE ON revisions
FOR EACH STATEMENT EXECUTE FUNCTION rigwise_refuse('a revision is never deleted: revoke the plan');

CREATE TRIGGER plans_are_kept BEFORE DELETE ON plans
FOR EACH ROW EXECUTE FUNCTION rigwise_refuse('a plan is never deleted: revoke it, so that its id is never issued again');

CREATE TRIGGER plans_are_kept_as_a_whole BEFORE TRUNCATE ON plans
FOR EACH STATEMENT EXECUTE FUNCTION rigwise_refuse('a plan is never deleted: revoke it, so that its id is never issued again');

CREATE TRIGGER revocation_is_final BEFORE UPDATE OF revoked_at ON plans
FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL)
EXECUTE FUNCTION rigwise_refuse('a revoked plan stays revoked');

-- The bill of materials as it was shown when the revision was made, as JSON; null where none was.
ALTER TABLE revisions ADD COLUMN bill TEXT CHECK (bill IS NULL OR json_valid(bill));

-- Requests to create a plan that carried an Idempotency-Key, so that a repeated one gets the same plan.
CREATE TABLE idempotency_keys (
    -- SHA-256 of the client's address and its key.
    key_hash BLOB NOT NULL PRIMARY KEY CHECK (length(key_hash) = 32),
    -- SHA-256 of what was asked for.
    request_hash BLOB NOT NULL CHECK (length(request_hash) = 32),
    -- Random; with the key's text, which is not stored, it gives the plan's edit key again.
    salt BLOB NOT NULL CHECK (length(salt) = 32),
    -- Checked when the transaction ends: the key comes first, for it decides whether there is to be a plan.
    plan_id TEXT NOT NULL REFERENCES plans (id) DEFERRABLE INITIALLY DEFERRED,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys are forgotten by age.
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

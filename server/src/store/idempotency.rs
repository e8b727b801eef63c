//! Requests that may come twice: the same key and the same request make one plan.

use std::fmt;

use engine::units::SECONDS_PER_DAY;
use sha2::{Digest as _, Sha256};

use super::EditKey;

/// How long a key is remembered; clients repeat a request within minutes.
pub(super) const KEY_SECONDS: i64 = SECONDS_PER_DAY as i64;
/// Tells these hashes from any other use of the same texts.
const KEY_CONTEXT: &[u8] = b"rigwise idempotency key 1";
const EDIT_KEY_CONTEXT: &[u8] = b"rigwise edit key from idempotency key 1";

/// The `Idempotency-Key` of a request, with who sent it and what it asks for.
#[derive(Clone)]
pub struct Idempotency {
    key_hash: [u8; 32],
    request_hash: [u8; 32],
    key: String,
}

impl Idempotency {
    /// The key of a client for a request.
    ///
    /// `client` is the client's address, so that nobody gets another's plan by using the same key; `request` is everything that
    /// must be the same when the request is repeated: its method, path and body.
    #[must_use]
    pub fn new(client: &str, key: &str, request: &[u8]) -> Self {
        let mut hash = Sha256::new_with_prefix(KEY_CONTEXT);
        // The length keeps the two texts apart.
        hash.update((client.len() as u64).to_be_bytes());
        hash.update(client);
        hash.update(key);
        Self { key_hash: hash.finalize().into(), request_hash: Sha256::digest(request).into(), key: key.to_owned() }
    }

    /// What the key is stored under.
    pub(super) const fn key_hash(&self) -> &[u8; 32] {
        &self.key_hash
    }

    /// What is stored of the request.
    pub(super) const fn request_hash(&self) -> &[u8; 32] {
        &self.request_hash
    }

    /// The edit key of the plan that this request makes: the same each time, though only the salt is stored.
    pub(super) fn edit_key(&self, salt: &[u8]) -> EditKey {
        let mut hash = Sha256::new_with_prefix(EDIT_KEY_CONTEXT);
        hash.update(salt);
        hash.update(&self.key);
        EditKey::from_bytes(&hash.finalize())
    }
}

/// With the salt the key makes an edit key, so it never reaches a log.
impl fmt::Debug for Idempotency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Idempotency(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn client_key_and_request_are_told_apart() {
        let first = Idempotency::new("192.0.2.1", "a", b"x");
        assert_eq!(first.key_hash(), Idempotency::new("192.0.2.1", "a", b"y").key_hash());
        assert_ne!(first.request_hash(), Idempotency::new("192.0.2.1", "a", b"y").request_hash());
        assert_ne!(first.key_hash(), Idempotency::new("192.0.2.2", "a", b"x").key_hash());
        assert_ne!(first.key_hash(), Idempotency::new("192.0.2.", "1a", b"x").key_hash());
        assert_eq!(format!("{first:?}"), "Idempotency(..)");
    }

    #[test]
    fn the_edit_key_depends_on_salt_and_key_and_is_as_long_as_a_random_one() {
        let first = Idempotency::new("192.0.2.1", "a", b"x");
        let key = first.edit_key(&[1; 32]);
        assert_eq!(key.expose(), first.edit_key(&[1; 32]).expose());
        assert_ne!(key.expose(), first.edit_key(&[2; 32]).expose());
        assert_ne!(key.expose(), Idempotency::new("192.0.2.1", "b", b"x").edit_key(&[1; 32]).expose());
        assert_eq!(key.expose().len(), EditKey::random().unwrap().expose().len());
    }
}

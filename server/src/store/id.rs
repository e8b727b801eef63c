//! The random names and keys of plans.

use std::fmt;

use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// The name of a plan: 128 random bits, so that nobody finds a plan that was not shared with them.
///
/// Written in lower-case base 32 (RFC 4648) without padding: safe in a URL and in a file name, and when read aloud.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlanId(String);

impl PlanId {
    /// Characters of an id: 128 bits, five a character.
    pub const LENGTH: usize = 26;

    /// A fresh id.
    ///
    /// # Errors
    /// Where the system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase()))
    }

    /// Reads an id from a path; what cannot be an id was never issued, so there is nothing to look up.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == Self::LENGTH && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        well_formed.then(|| Self(text.to_owned()))
    }

    /// The id as it stands in a URL.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlanId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The secret that lets a plan's creator change and revoke it: 256 random bits, shown once.
#[derive(Clone)]
pub struct EditKey(String);

impl EditKey {
    /// A fresh key.
    ///
    /// # Errors
    /// Where the system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::from_bytes(&random_bytes()?))
    }

    /// A key from bytes that nobody can guess.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        Self(BASE64URL_NOPAD.encode(bytes))
    }

    /// Takes what a caller presents as a key; whether it is the right one is for [`EditKey::opens`] to say.
    #[must_use]
    pub fn from_caller(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The key, to be shown to its owner and to nobody else.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is stored of the key. The key is random and long, so one fast hash suffices: there is nothing to guess.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Whether this key has the stored hash; takes the same time whatever the answer.
    #[must_use]
    pub fn opens(&self, stored: &[u8]) -> bool {
        self.hash().as_slice().ct_eq(stored).into()
    }
}

/// 256 random bits.
pub(super) fn random_bytes() -> Result<[u8; 32], getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// The key never reaches a log by accident.
impl fmt::Debug for EditKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("EditKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_its_own_text_and_nothing_else_does() {
        let id = PlanId::random().unwrap();
        assert_eq!(PlanId::parse(id.as_str()), Some(id));
        for text in ["", "short", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxy1", "../../etc/passwd/aaaaaaaaaa"] {
            assert_eq!(PlanId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_right_key_opens() {
        let key = EditKey::random().unwrap();
        assert!(key.opens(&key.hash()));
        assert!(!EditKey::random().unwrap().opens(&key.hash()));
        assert!(!key.opens(&[]));
        assert_eq!(format!("{key:?}"), "EditKey(..)");
    }
}

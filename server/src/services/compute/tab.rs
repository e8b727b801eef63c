//! The account that pays for what is computed.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use super::meter::{Held, Meter};
use super::workers::Workers;
use crate::metrics;
use crate::problem::ApiError;
use crate::request::account::Account;

/// A client, the workers where it computes, and the account that records what is left of its share.
#[derive(Debug, Clone)]
pub struct Tab {
    /// Who computes.
    pub client: IpAddr,
    /// Where.
    pub workers: Arc<Workers>,
    /// The request's account; none where what is left need not be reported.
    pub account: Option<Account>,
}

impl Tab {
    /// Lets the client begin what is expected to cost so much.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where its share does not suffice yet.
    pub fn admit(&self, meter: &Meter, expected: Duration) -> Result<Held, ApiError> {
        meter.admit(self.client, expected).map_err(|wait| {
            metrics::count_rate_limited(meter.name());
            ApiError::TooManyRequests { wait }
        })
    }

    /// Records what is left.
    pub fn note(&self, meter: &Meter) {
        if let (Some(account), Some(left)) = (&self.account, meter.remaining(self.client)) {
            account.note(left);
        }
    }
}

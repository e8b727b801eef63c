//! Bytes that all bodies share, and of which each client has a part.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

/// Why a body was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the body was refused")]
pub enum Fault {
    /// All bodies together have no room left.
    NoRoom = 1,
    /// Its client paused for too long.
    TooSlow = 2,
    /// Its client's own bodies fill the client's share.
    NoRoomForClient = 3,
}

/// Bytes for some part of all bodies; cheap to clone.
#[derive(Debug, Clone)]
pub struct Pool {
    left: Arc<Semaphore>,
    /// What one client may have of it.
    most: usize,
    clients: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
}

impl Pool {
    /// This many bytes, and of them what one client may have.
    pub fn of(bytes: usize, most: usize) -> Self {
        Self { left: Arc::new(Semaphore::new(bytes)), most, clients: Arc::default() }
    }

    /// Takes bytes for a client.
    ///
    /// # Errors
    /// Where there is no room for it.
    pub fn take(&self, client: IpAddr, bytes: usize) -> Result<(), Fault> {
        if bytes == 0 {
            return Ok(());
        }
        let mut clients = self.clients();
        let has = clients.get(&client).copied().unwrap_or_default();
        if has.saturating_add(bytes) > self.most {
            return Err(Fault::NoRoomForClient);
        }
        let permits = u32::try_from(bytes).ok().and_then(|bytes| self.left.try_acquire_many(bytes).ok());
        permits.ok_or(Fault::NoRoom)?.forget();
        clients.insert(client, has + bytes);
        drop(clients);
        Ok(())
    }

    /// Gives bytes of a client back.
    pub fn give_back(&self, client: IpAddr, bytes: usize) {
        if bytes == 0 {
            return;
        }
        let mut clients = self.clients();
        if let Some(has) = clients.get_mut(&client) {
            *has = has.saturating_sub(bytes);
            if *has == 0 {
                clients.remove(&client);
            }
        }
        drop(clients);
        self.left.add_permits(bytes);
    }

    fn clients(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one client may have of it.
    #[cfg(test)]
    pub const fn most(&self) -> usize {
        self.most
    }

    /// What is left for all.
    #[cfg(test)]
    pub fn remaining(&self) -> usize {
        self.left.available_permits()
    }

    /// Whether no client has anything of it.
    #[cfg(test)]
    pub fn is_unused(&self) -> bool {
        self.clients().is_empty()
    }
}

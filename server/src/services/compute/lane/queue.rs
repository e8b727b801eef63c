//! The bounded queue in front of the places: which request is next, and which one is shed.

use std::collections::BTreeMap;
use std::net::IpAddr;

use tokio::time::Instant;

/// Requests that compute and requests that wait, with what calls each.
#[derive(Debug)]
pub struct Queue<C> {
    busy: usize,
    clients: BTreeMap<IpAddr, Presence>,
    waiting: BTreeMap<Position, Waiting<C>>,
    arrivals: u64,
}

/// How much of the lane a client has.
#[derive(Debug, Clone, Copy, Default)]
pub struct Presence {
    /// Its computations.
    pub running: usize,
    /// Its requests that wait.
    pub waiting: usize,
}

/// Where a client's account stood when it came, and the order of arrival where that is the same.
pub type Position = (Instant, u64);

#[derive(Debug)]
struct Waiting<C> {
    client: IpAddr,
    insists: bool,
    call: C,
}

/// Why a request is shed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shed {
    /// The client's own requests are in its way.
    OfClient,
    /// More is asked by all than can be done.
    OfAll,
}

impl<C> Default for Queue<C> {
    fn default() -> Self {
        Self { busy: 0, clients: BTreeMap::new(), waiting: BTreeMap::new(), arrivals: 0 }
    }
}

impl<C> Queue<C> {
    /// Computations under way.
    pub const fn busy(&self) -> usize {
        self.busy
    }

    /// Requests that wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// How much of the lane a client has.
    pub fn presence(&self, client: IpAddr) -> Presence {
        self.clients.get(&client).copied().unwrap_or_default()
    }

    /// Whether no request is here and nothing is remembered.
    #[cfg(test)]
    pub fn is_idle(&self) -> bool {
        self.busy == 0 && self.clients.is_empty() && self.waiting.is_empty()
    }

    /// Takes a place for a client.
    pub fn occupy(&mut self, client: IpAddr) {
        self.busy += 1;
        self.clients.entry(client).or_default().running += 1;
    }

    /// Releases a client's place.
    pub fn release(&mut self, client: IpAddr) {
        self.busy -= 1;
        self.change(client, |here| here.running -= 1);
    }

    /// Puts a client's request in the queue, by where its account stood.
    pub fn enqueue(&mut self, client: IpAddr, since: Instant, insists: bool, call: C) -> Position {
        let position = (since, self.arrivals);
        self.arrivals += 1;
        self.clients.entry(client).or_default().waiting += 1;
        self.waiting.insert(position, Waiting { client, insists, call });
        position
    }

    /// Takes a request out of the queue.
    pub fn take(&mut self, position: Position) -> Option<C> {
        self.remove(position).map(|waiting| waiting.call)
    }

    /// The first whose client has not its share of places yet.
    pub fn next(&mut self, places_per_client: usize) -> Option<(IpAddr, C)> {
        let may_run = |client| self.clients.get(client).is_none_or(|here: &Presence| here.running < places_per_client);
        let position = *self.waiting.iter().find(|(_, waiting)| may_run(&waiting.client))?.0;
        // The client stays in the list: it occupies a place next.
        self.remove(position).map(|waiting| (waiting.client, waiting.call))
    }

    /// Makes room in a full queue for a client with `own` requests in it: the client with the most of them loses its last one.
    pub fn displace(&mut self, own: usize) -> Result<C, Shed> {
        let (most, here) = self.clients.iter().max_by_key(|(_, here)| here.waiting).ok_or(Shed::OfAll)?;
        if here.waiting <= own + 1 {
            return Err(Shed::OfAll);
        }
        let last = self.waiting.iter().rev().find(|(_, waiting)| waiting.client == *most && !waiting.insists);
        let position = *last.ok_or(Shed::OfAll)?.0;
        self.take(position).ok_or(Shed::OfAll)
    }

    fn remove(&mut self, position: Position) -> Option<Waiting<C>> {
        let waiting = self.waiting.remove(&position)?;
        self.change(waiting.client, |here| here.waiting -= 1);
        Some(waiting)
    }

    fn change(&mut self, client: IpAddr, change: impl FnOnce(&mut Presence)) {
        if let Some(here) = self.clients.get_mut(&client) {
            change(here);
            if here.running == 0 && here.waiting == 0 {
                self.clients.remove(&client);
            }
        }
    }
}

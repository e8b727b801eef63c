//! Places to compute and the queue in front of them (fair queuing): the waiting client that has had the least goes first, and
//! no client has all places.
//!
//! It is written by hand because semaphores, and the limits of `tower` that are made of them, have one queue in the order of
//! arrival, in which a hundred requests of one client stand before the first of another.

mod queue;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

pub use queue::Shed;
use queue::{Position, Queue};

/// How many may compute and wait, in all and of one client.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// What metrics call the lane.
    pub name: &'static str,
    /// Computations at once.
    pub places: usize,
    /// Of them one client's at most.
    pub places_per_client: usize,
    /// Requests that may wait.
    pub waiting: usize,
    /// Of them one client's at most.
    pub waiting_per_client: usize,
    /// The longest wait; a request that waits longer is shed, since it is better sent later or to another server.
    pub longest_wait: Duration,
}

/// Calls a request to its place.
type Call = oneshot::Sender<Place>;

/// Places of one kind and their queue; cheap to clone.
#[derive(Debug, Clone)]
pub struct Lane(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    rules: Rules,
    queue: Mutex<Queue<Call>>,
}

/// Whether a request may be shed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Where the queue is full, or after the longest wait.
    Limited,
    /// Never: what has begun and must be finished waits for as long as it takes.
    Endless,
}

impl Lane {
    /// Free places.
    pub fn new(rules: Rules) -> Self {
        Self(Arc::new(Inner { rules, queue: Mutex::default() }))
    }

    /// What metrics call it.
    pub fn name(&self) -> &'static str {
        self.0.rules.name
    }

    /// Requests that wait.
    pub fn waiting(&self) -> usize {
        self.queue().len()
    }

    /// A place, at once or after a wait; both the wait and the queue are bounded.
    pub async fn enter(&self, client: IpAddr, since: Instant, patience: Patience) -> Result<Place, Shed> {
        let (ticket, turn) = match self.ask(client, since, patience)? {
            Asked::Free(place) => return Ok(place),
            Asked::Wait(ticket, turn) => (ticket, turn),
        };
        if patience == Patience::Endless {
            return turn.await.map_err(|_| Shed::OfAll);
        }
        match timeout(self.0.rules.longest_wait, turn).await {
            Ok(Ok(place)) => Ok(place),
            // A client with fewer requests in the queue has displaced it.
            Ok(Err(_)) => Err(Shed::OfClient),
            Err(_) => Err(ticket.reason()),
        }
    }

    fn ask(&self, client: IpAddr, since: Instant, patience: Patience) -> Result<Asked<'_>, Shed> {
        let rules = &self.0.rules;
        let insists = patience == Patience::Endless;
        let mut queue = self.queue();
        let here = queue.presence(client);
        // Where a place is free, all who wait have theirs.
        if queue.busy() < rules.places && here.running < rules.places_per_client {
            queue.occupy(client);
            return Ok(Asked::Free(Place { lane: self.clone(), client }));
        }
        if !insists && here.waiting >= rules.waiting_per_client {
            return Err(Shed::OfClient);
        }
        let displaced = if !insists && queue.len() >= rules.waiting { Some(queue.displace(here.waiting)?) } else { None };
        let (call, turn) = oneshot::channel();
        let position = queue.enqueue(client, since, insists, call);
        drop(queue);
        drop(displaced);
        Ok(Asked::Wait(Ticket { lane: self, position, client }, turn))
    }

    /// Releases a place and calls the next request.
    fn leave(&self, client: IpAddr) {
        let mut queue = self.queue();
        queue.release(client);
        let mut called = Vec::new();
        while queue.busy() < self.0.rules.places {
            let Some((next, call)) = queue.next(self.0.rules.places_per_client) else { break };
            queue.occupy(next);
            called.push((call, Place { lane: self.clone(), client: next }));
        }
        drop(queue);
        for (call, place) in called {
            // A request that was given up meanwhile releases the place at once.
            let _ = call.send(place);
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue<Call>> {
        self.0.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Asked<'a> {
    Free(Place),
    Wait(Ticket<'a>, oneshot::Receiver<Place>),
}

/// A place in the queue, given back however the wait ends.
struct Ticket<'a> {
    lane: &'a Lane,
    position: Position,
    client: IpAddr,
}

impl Ticket<'_> {
    /// Why a request waited too long: its client's own requests, or those of all.
    fn reason(&self) -> Shed {
        let here = self.lane.queue().presence(self.client);
        if here.running > 0 || here.waiting > 1 { Shed::OfClient } else { Shed::OfAll }
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let left = self.lane.queue().take(self.position);
        drop(left);
    }
}

/// A place to compute, given back when this is dropped.
#[derive(Debug)]
pub struct Place {
    lane: Lane,
    client: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lane.leave(self.client);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::task::JoinHandle;

    use super::*;

    const RULES: Rules = Rules {
        name: "test",
        places: 2,
        places_per_client: 1,
        waiting: 6,
        waiting_per_client: 4,
        longest_wait: Duration::from_secs(5),
    };

    fn client(number: u8) -> IpAddr {
        Ipv4Addr::new(192, 0, 2, number).into()
    }

    /// A request that arrives while its client's account is `ahead` seconds in the future.
    fn enter(lane: &Lane, number: u8, ahead: u64) -> JoinHandle<Result<Place, Shed>> {
        let (lane, since) = (lane.clone(), Instant::now() + Duration::from_secs(ahead));
        tokio::spawn(async move { lane.enter(client(number), since, Patience::Limited).await })
    }

    async fn settle() {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_client_never_has_all_places_and_whoever_had_the_least_goes_first() {
        let lane = Lane::new(RULES);
        let greedy = enter(&lane, 1, 0).await.unwrap().unwrap();
        let waiting: Vec<_> = (1..4).map(|ahead| enter(&lane, 1, ahead)).collect();
        settle().await;
        assert_eq!(lane.waiting(), 3, "one place is left for others");
        let other = enter(&lane, 2, 0).await.unwrap().unwrap();
        let (third, fourth) = (enter(&lane, 3, 9), enter(&lane, 4, 0));
        settle().await;
        drop(other);
        settle().await;
        assert!(fourth.is_finished() && !third.is_finished());
        drop(fourth);
        settle().await;
        assert!(third.is_finished(), "the greedy one has its share of places already");
        drop(greedy);
        for task in waiting {
            drop(task.await.unwrap().unwrap());
        }
        drop(third);
        settle().await;
        let queue = lane.queue();
        assert!(queue.is_idle(), "{queue:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_fills_the_queue_is_turned_away_and_not_the_others() {
        let lane = Lane::new(RULES);
        let _busy = [enter(&lane, 1, 0).await.unwrap().unwrap(), enter(&lane, 2, 0).await.unwrap().unwrap()];
        let own: Vec<_> = (0..4).map(|_| enter(&lane, 1, 0)).collect();
        settle().await;
        assert_eq!(enter(&lane, 1, 0).await.unwrap().unwrap_err(), Shed::OfClient);
        let others = [enter(&lane, 2, 0), enter(&lane, 3, 0)];
        settle().await;
        // The queue is full: the client with the most in it loses its last request to the next, until all have equally many.
        let next = [enter(&lane, 4, 0), enter(&lane, 5, 0)];
        settle().await;
        let turned_away = own.iter().filter(|task| task.is_finished()).count();
        assert_eq!((turned_away, lane.waiting()), (2, 6));
        let more = [enter(&lane, 6, 0), enter(&lane, 7, 0)];
        settle().await;
        assert!(others.iter().chain(&next).chain(&more[..1]).all(|task| !task.is_finished()));
        let [_, last] = more;
        assert_eq!(last.await.unwrap().unwrap_err(), Shed::OfAll);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever_and_everybody_learns_whose_fault_it_was() {
        let lane = Lane::new(RULES);
        let _busy = [enter(&lane, 1, 0).await.unwrap().unwrap(), enter(&lane, 2, 0).await.unwrap().unwrap()];
        let (own, other) = (enter(&lane, 1, 0), enter(&lane, 3, 0));
        let insisting = tokio::spawn({
            let lane = lane.clone();
            async move { lane.enter(client(3), Instant::now(), Patience::Endless).await }
        });
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(own.await.unwrap().unwrap_err(), Shed::OfClient);
        assert_eq!(other.await.unwrap().unwrap_err(), Shed::OfClient, "what it insists on is in its own way");
        assert!(!insisting.is_finished());
        let stranger = enter(&lane, 4, 0);
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(stranger.await.unwrap().unwrap_err(), Shed::OfAll);
        assert_eq!(lane.waiting(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_leaves_is_not_called() {
        let lane = Lane::new(RULES);
        let busy = [enter(&lane, 1, 0).await.unwrap().unwrap(), enter(&lane, 2, 0).await.unwrap().unwrap()];
        let (gone, stays) = (enter(&lane, 3, 0), enter(&lane, 4, 1));
        settle().await;
        gone.abort();
        settle().await;
        assert_eq!(lane.waiting(), 1);
        drop(busy);
        assert!(stays.await.unwrap().is_ok());
    }
}

//! Limits of the server, each with its reason; `docs/operations.md` lists them for operators, and a test compares the two.

use std::time::Duration;

/// Largest body of a request: a scenario with a model's whole configuration has some 10 KiB.
pub const BODY_LIMIT: usize = 1 << 20;
/// Largest body of a batch: a thousand scenarios of 16 KiB.
pub const BATCH_BODY_LIMIT: usize = 16 << 20;
/// Largest body with a listing of files: some 250,000 of them.
pub const LISTING_BODY_LIMIT: usize = 16 << 20;
/// Fields of a form: the planner's has some two hundred.
pub const FORM_FIELDS: usize = 1000;
/// Bytes of the longest address that a form leads to: browsers, proxies and this server take that much.
pub const ADDRESS_BYTES: usize = 16 << 10;

/// Bytes of a body that come out of the pool for small ones: most scenarios have one or two thousand.
pub const SMALL_BODY: usize = 64 << 10;
/// Bytes of all bodies up to [`SMALL_BODY`] each.
const SMALL_BODIES: usize = 32 << 20;
/// Bytes of all bodies beyond [`SMALL_BODY`] each.
const LARGE_BODIES: usize = 64 << 20;
/// The part of the pool for small bodies that one client may fill: 64 whole ones at once.
const SHARE_OF_SMALL: usize = 8;
/// The part of the pool for what is larger that one client may fill: the largest batch must fit in.
const SHARE_OF_LARGE: usize = 4;
/// The pools for small bodies and for what is larger, in bytes: for all, and for one client.
pub const ROOM_FOR_BODIES: [(usize, usize); 2] =
    [(SMALL_BODIES, SMALL_BODIES / SHARE_OF_SMALL), (LARGE_BODIES, LARGE_BODIES / SHARE_OF_LARGE)];
/// Longest pause of a client in the middle of a body.
pub const BODY_PAUSE: Duration = Duration::from_secs(10);

/// The longest that a request may take, its body included: many times what the largest batch needs on a small machine.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The longest wait for what people wait for.
pub const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The longest wait for a search, which with its own time must end before the request does.
pub const LONGEST_WAIT_FOR_SEARCH: Duration = Duration::from_secs(15);
/// `Retry-After` of a client whose own requests, connections or bodies were in its way.
pub const RETURN: Duration = Duration::from_secs(5);

/// Memory for pages in bytes: some hundreds of them.
pub const ROOM_FOR_PAGES: usize = 32 << 20;
/// Memory for pictures in bytes: some hundreds of them.
pub const ROOM_FOR_PICTURES: usize = 16 << 20;

/// Bytes of a plan that one write stores: several times what most have with their results and bills. A larger plan takes as many
/// writes as it fills, so that the limit on writes is one on the disk as well.
pub const BYTES_OF_A_WRITE: usize = 128 << 10;
/// How often clients that owe nothing are forgotten.
pub const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// How often the folder of price lists is looked at: a look is a listing of a few files.
pub const PRICES_INTERVAL: Duration = Duration::from_secs(2);

/// Most connections where nothing is said: with the memory that one takes, well under half a gigabyte.
pub const CONNECTIONS: usize = 15_000;
/// Connections of one client where nothing is said: an office behind one address has room, and it takes many addresses to
/// have them all.
pub const CONNECTIONS_OF_CLIENT: usize = 1000;
/// How long a kept connection may be idle, and a client may take over a request's head.
pub const PATIENCE: Duration = Duration::from_secs(75);
/// [`PATIENCE`] for connections that come while most places are taken: then a place is worth more than a handshake.
pub const PATIENCE_WHEN_CROWDED: Duration = Duration::from_secs(15);
/// How long requests that have begun may take after the signal to stop: a little over the longest request.
pub const FINISH_TIMEOUT: Duration = Duration::from_secs(35);

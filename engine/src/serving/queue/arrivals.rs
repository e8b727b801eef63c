//! When requests come, and how long each of them is.

use std::collections::VecDeque;

/// When requests come.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arrivals {
    /// All wait from the start.
    AtOnce,
    /// So many in a second on the mean, each knowing nothing of the others.
    ByChance(f64),
    /// From so many users, each of whom asks again once the answer has ended and a request has gone to and fro.
    InTurn(usize),
}

/// Lengths of requests: each is drawn evenly from as far below the usual length as above it, but for what every prompt has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    /// Tokens of the usual prompt.
    pub prompt: u64,
    /// Tokens of it that are as many in every prompt: pictures, and what all begin with.
    pub fixed: u64,
    /// Tokens of the usual answer.
    pub answer: u64,
    /// How far a length lies from the usual one at the most, as a share of it.
    pub spread: f64,
}

impl Lengths {
    fn draw(&self, chance: &mut Chance) -> [u64; 2] {
        let [text, answer] = [self.prompt.saturating_sub(self.fixed), self.answer].map(|usual| {
            if self.spread <= 0.0 {
                return usual;
            }
            let share = 1.0 + self.spread * (2.0 * chance.next() - 1.0);
            (usual as f64 * share + 0.5) as u64
        });
        [(self.fixed + text).max(1), answer.max(1)]
    }
}

/// The seed of all plays: any number would do.
const SEED: u64 = 0x5EED_0F0A_11D0_C0DE;
/// That of lengths, so that requests come at the same times whatever their lengths.
const SEED_OF_LENGTHS: u64 = 0x1E46_7B5A_90C3_D2F1;

/// Numbers by chance, the same in every play.
struct Chance(u64);

impl Chance {
    /// A number between 0 and 1, neither of them (`SplitMix64`, Steele, Lea and Flood 2014).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((mixed >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }
}

/// A request as it comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    /// When it came.
    pub came: f64,
    /// Tokens of its prompt.
    pub prompt: u64,
    /// Tokens of its answer.
    pub answer: u64,
}

/// Requests that are still to be begun.
pub(super) struct Line {
    arrivals: Arrivals,
    lengths: Lengths,
    gaps: Chance,
    of_lengths: Chance,
    /// Seconds from an answer to where the same user's next prompt can be read.
    entering: f64,
    /// How many have not come yet.
    left: usize,
    /// When those came, or will come, that are known of.
    coming: VecDeque<f64>,
}

impl Line {
    /// So many requests in all.
    pub fn new(arrivals: Arrivals, lengths: Lengths, requests: usize, entering: f64) -> Self {
        let mut line = Self {
            arrivals,
            lengths,
            gaps: Chance(SEED),
            of_lengths: Chance(SEED_OF_LENGTHS),
            entering,
            left: requests,
            coming: VecDeque::new(),
        };
        let first = if let Arrivals::InTurn(users) = arrivals { users } else { 1 };
        for _ in 0..first {
            line.announce(0.0);
        }
        line
    }

    /// When the next comes; never where none is known of.
    pub fn next(&self) -> f64 {
        self.coming.front().copied().unwrap_or(f64::INFINITY)
    }

    /// Lets the next one in.
    pub fn take(&mut self) -> Option<Request> {
        let came = self.coming.pop_front()?;
        if !matches!(self.arrivals, Arrivals::InTurn(_)) {
            self.announce(came);
        }
        let [prompt, answer] = self.lengths.draw(&mut self.of_lengths);
        Some(Request { came, prompt, answer })
    }

    /// A user has the whole answer.
    pub fn ended(&mut self, now: f64) {
        if matches!(self.arrivals, Arrivals::InTurn(_)) {
            self.announce(now + self.entering);
        }
    }

    /// Another will come after one that came, or ended, now.
    fn announce(&mut self, now: f64) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.coming.push_back(match self.arrivals {
            Arrivals::AtOnce | Arrivals::InTurn(_) => now,
            Arrivals::ByChance(rate) => now - libm::log(self.gaps.next()) / rate,
        });
    }
}

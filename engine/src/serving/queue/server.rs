//! A server that batches continuously, and the requests that it has finished.

use std::collections::VecDeque;

use crate::serving::memory::Limits;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::speed::{Forward, Pass};
use crate::serving::weights::Weights;

/// When requests come.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arrivals {
    /// All wait from the start.
    AtOnce,
    /// So many in a second on the mean, each knowing nothing of the others.
    ByChance(f64),
}

/// A request that was answered, in seconds from the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finished {
    /// When it came.
    pub came: f64,
    /// When its first token was written.
    pub first: f64,
    /// When its last token was.
    pub last: f64,
}

/// A server and the requests that it is asked, all of one length.
pub(super) struct Server<'a> {
    forward: Forward<'a>,
    prompt: u64,
    answer: u64,
    /// Tokens that a pass writes for a request on the mean.
    written: f64,
    drafts: u64,
    /// Tokens of a pass at the most.
    batch: u64,
    /// Requests under way at the most.
    slots: usize,
}

/// A prompt of which part is read.
struct Reading {
    came: f64,
    done: u64,
}

/// A request that writes: it has its last token when so many passes are played.
struct Writing {
    came: f64,
    first: f64,
    until: u64,
}

/// Where the play stands.
#[derive(Default)]
struct State {
    now: f64,
    passes: u64,
    reading: VecDeque<Reading>,
    writing: VecDeque<Writing>,
    /// Passes at which those that write have their last token, summed.
    until: f64,
    finished: Vec<Finished>,
}

impl State {
    /// Counts passes that were played, and ends the requests that have their last token.
    fn end(&mut self, passes: u64) {
        self.passes += passes;
        while let Some(first) = self.writing.front() {
            if first.until > self.passes {
                break;
            }
            self.finished.push(Finished { came: first.came, first: first.first, last: self.now });
            self.until -= first.until as f64;
            self.writing.pop_front();
        }
    }
}

/// The seed of all plays: any number would do.
const SEED: u64 = 0x5EED_0F0A_11D0_C0DE;

/// Gaps between requests, one after another.
struct Gaps(u64);

impl Gaps {
    /// A number between 0 and 1, neither of them (`SplitMix64`, Steele, Lea and Flood 2014).
    fn chance(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((mixed >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    fn next(&mut self, arrivals: Arrivals) -> f64 {
        match arrivals {
            Arrivals::AtOnce => 0.0,
            Arrivals::ByChance(rate) => -libm::log(self.chance()) / rate,
        }
    }
}

impl<'a> Server<'a> {
    /// The server of a question; none where not one request fits, or where requests are not batched as they come.
    pub fn of(question: &'a Question, weights: &'a Weights, limits: &Limits) -> Option<Self> {
        let settings = &question.settings;
        let slots = match settings.engine {
            ServingEngine::Transformers => return None,
            // It has as many slots as it was started with.
            ServingEngine::LlamaCpp => limits.max_concurrency.min(settings.concurrency),
            ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => limits.max_concurrency,
        };
        (slots > 0).then(|| Self {
            forward: Forward::of(question, weights),
            prompt: settings.prompt_tokens.max(1),
            answer: settings.output_tokens.max(1),
            written: settings.tokens_of_a_pass(),
            drafts: settings.drafts.map_or(0, |drafts| drafts.tokens),
            batch: settings.max_batched_tokens.max(1),
            slots: slots as usize,
        })
    }

    /// Requests under way at the most.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// From one token of a request to the next, on the mean.
    pub fn inter_token(&self, request: &Finished) -> f64 {
        (request.last - request.first) / (self.answer - 1).max(1) as f64
    }

    /// Plays so many requests, in the order in which they end.
    pub fn play(&self, arrivals: Arrivals, requests: usize) -> Vec<Finished> {
        let mut gaps = Gaps(SEED);
        let mut state = State { finished: Vec::with_capacity(requests), ..State::default() };
        let (mut left, mut next) = (requests, gaps.next(arrivals));
        while state.finished.len() < requests {
            while left > 0 && next <= state.now && state.reading.len() + state.writing.len() < self.slots {
                state.reading.push_back(Reading { came: next, done: 0 });
                left -= 1;
                next += gaps.next(arrivals);
            }
            if state.reading.is_empty() && state.writing.is_empty() {
                state.now = state.now.max(next);
                continue;
            }
            let room = self.batch.saturating_sub(state.writing.len() as u64 * (1 + self.drafts));
            if state.reading.is_empty() || room == 0 {
                let may_come = left > 0 && state.reading.len() + state.writing.len() < self.slots;
                self.write(&mut state, if may_come { next } else { f64::INFINITY });
            } else {
                self.read(&mut state, room);
            }
        }
        state.finished
    }

    /// Passes in which nothing is read, until the first request ends or another comes.
    fn write(&self, state: &mut State, next: f64) {
        let ending = state.writing.front().map_or(1, |first| first.until - state.passes).max(1);
        let once = self.forward.time(&self.pass(state, ending)).get();
        let coming = ((next - state.now) / once).ceil().max(1.0);
        let passes = if coming < ending as f64 { coming as u64 } else { ending };
        state.now += once * passes as f64;
        state.end(passes);
    }

    /// A pass that reads prompts beside what is written, or several of them where the first prompt fills more than one.
    fn read(&self, state: &mut State, room: u64) {
        let wanted = state.reading.front().map_or(0, |first| self.prompt - first.done);
        if wanted > room {
            let ending = state.writing.front().map_or(u64::MAX, |first| first.until - state.passes).max(1);
            let passes = (wanted / room).min(ending);
            let read = passes * room;
            let done = state.reading.front().map_or(0, |first| first.done);
            let depth = done as f64 + read as f64 / 2.0;
            let pass = Pass { prompt_tokens: room, prompts: 1, prompt_depth: depth, ..self.pass(state, passes) };
            state.now += self.forward.time(&pass).get() * passes as f64;
            if let Some(first) = state.reading.front_mut() {
                first.done += read;
            }
            state.end(passes);
            self.begin(state);
            return;
        }
        let (mut tokens, mut prompts, mut depth) = (0, 0, 0.0);
        for prompt in &mut state.reading {
            let taken = (self.prompt - prompt.done).min(room - tokens);
            if taken == 0 {
                break;
            }
            depth += taken as f64 * (prompt.done as f64 + taken as f64 / 2.0);
            prompt.done += taken;
            tokens += taken;
            prompts += 1;
        }
        let prompt_depth = depth / tokens.max(1) as f64;
        let pass = Pass { prompt_tokens: tokens, prompts, prompt_depth, ..self.pass(state, 1) };
        state.now += self.forward.time(&pass).get();
        state.end(1);
        self.begin(state);
    }

    /// What is written in one of so many passes, halfway through them.
    fn pass(&self, state: &State, passes: u64) -> Pass {
        let writing = state.writing.len() as f64;
        // A request that ends after so many passes more has as many tokens less than the longest.
        let left = state.until - writing * (state.passes as f64 + passes as f64 / 2.0);
        let depth = (self.prompt + self.answer) as f64 - self.written * left / writing.max(1.0);
        let depth = if writing > 0.0 { depth.max(1.0) } else { 0.0 };
        Pass { drafts: self.drafts, ..Pass::decode(state.writing.len() as u64, depth) }
    }

    /// Lets requests write whose prompts are read: the pass that read the last of it wrote the first token.
    fn begin(&self, state: &mut State) {
        while let Some(first) = state.reading.front() {
            if first.done < self.prompt {
                break;
            }
            if self.answer == 1 {
                state.finished.push(Finished { came: first.came, first: state.now, last: state.now });
            } else {
                let until = state.passes + ((self.answer - 1) as f64 / self.written).ceil() as u64;
                state.until += until as f64;
                state.writing.push_back(Writing { came: first.came, first: state.now, until });
            }
            state.reading.pop_front();
        }
    }
}

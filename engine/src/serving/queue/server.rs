//! A server that batches continuously, and the requests that it has finished.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::arrivals::{Arrivals, Lengths, Line, Request};
use crate::serving::memory::Limits;
use crate::serving::pictures;
use crate::serving::question::{Question, ServingEngine};
use crate::serving::speed::{Forward, Pass, entering};
use crate::serving::weights::Weights;
use crate::units::Seconds;

/// A request that was answered, in seconds from the start.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finished {
    /// When it came.
    pub came: f64,
    /// When its first token was written.
    pub first: f64,
    /// When its last token was.
    pub last: f64,
    /// Tokens of its answer.
    pub answer: u64,
}

impl Finished {
    /// From one of its tokens to the next, on the mean.
    pub fn inter_token(&self) -> f64 {
        (self.last - self.first) / (self.answer - 1).max(1) as f64
    }
}

/// A server and the requests that it is asked: of copies of a model, and of batches that a pipeline has under way, one, which gets its
/// share of the requests.
pub(super) struct Server<'a> {
    question: &'a Question,
    forward: Forward<'a>,
    /// Such servers that the machine is; a part of one where its requests do not fill the last.
    servers: f64,
    lengths: Lengths,
    /// Tokens that a pass writes for a request on the mean.
    written: f64,
    drafts: u64,
    /// Tokens of a pass at the most.
    batch: u64,
    /// Tokens of every prompt that are read already.
    shared: u64,
    /// Seconds from a request to where its prompt can be read.
    entering: f64,
    /// Requests under way at the most.
    slots: usize,
    /// Whether a pass that reads prompts writes as well; `SGLang` lets those that write wait (`enable_mixed_chunk` is off).
    is_mixed: bool,
}

/// A prompt of which part is read.
struct Reading {
    request: Request,
    done: u64,
}

/// A request that writes.
struct Writing {
    request: Request,
    first: f64,
    /// How far it is behind the passes.
    behind: f64,
}

/// Where the play stands.
struct State {
    /// Batches that the pipeline has under way.
    batches: u64,
    now: f64,
    passes: u64,
    line: Line,
    reading: VecDeque<Reading>,
    /// Those that write, by the number under which they began.
    writing: Vec<Writing>,
    /// When each has its last token, counted in passes, and its number: the first to end on top, of two the one that began first.
    ends: BinaryHeap<Reverse<(u64, usize)>>,
    /// Passes at which those that write have their last token, summed.
    until: f64,
    /// Their tokens once they have it, summed.
    tokens: f64,
    finished: Vec<Finished>,
}

impl State {
    /// Requests that read or write.
    fn under_way(&self) -> usize {
        self.reading.len() + self.ends.len()
    }

    /// Passes until the first of those that write ends.
    fn ending(&self) -> Option<u64> {
        self.ends.peek().map(|Reverse((until, _))| (until - self.passes).max(1))
    }

    /// Counts passes that were played, and ends the requests that have their last token.
    fn end(&mut self, passes: u64) {
        self.passes += passes;
        while let Some(&Reverse((until, number))) = self.ends.peek() {
            if until > self.passes {
                break;
            }
            self.ends.pop();
            let Writing { request, first, behind } = self.writing[number];
            self.until -= until as f64;
            self.tokens -= (request.prompt + request.answer) as f64;
            self.finish(request, first, self.now + behind);
        }
    }

    fn finish(&mut self, request: Request, first: f64, last: f64) {
        self.finished.push(Finished { came: request.came, first, last, answer: request.answer });
        self.line.ended(self.now);
    }
}

impl<'a> Server<'a> {
    /// The server of a question; none where not one request fits, or where requests are not batched as they come.
    pub fn of(question: &'a Question, weights: &'a Weights, limits: &Limits) -> Option<Self> {
        let settings = &question.settings;
        let slots = match settings.engine {
            ServingEngine::Transformers => return None,
            // It has as many slots as it was started with.
            ServingEngine::LlamaCpp | ServingEngine::Exllama => {
                limits.max_concurrency.min(question.concurrency() * question.copies())
            }
            ServingEngine::Vllm | ServingEngine::Sglang | ServingEngine::TensorrtLlm => limits.max_concurrency,
        };
        let each = slots.div_ceil(question.copies() * question.batches()).max(1);
        (slots > 0).then(|| Self {
            question,
            forward: Forward::of(question, weights),
            servers: slots as f64 / each as f64,
            lengths: Lengths {
                prompt: settings.prompt_tokens.max(1),
                fixed: pictures::of_all(question) + settings.shared_prefix_tokens,
                answer: settings.output_tokens.max(1),
                spread: settings.length_spread,
            },
            written: settings.tokens_of_a_pass(),
            drafts: settings.drafts.map_or(0, |drafts| drafts.tokens),
            batch: settings.max_batched_tokens.max(1),
            shared: settings.shared_prefix_tokens,
            entering: entering(question).get(),
            slots: each as usize,
            is_mixed: settings.engine.mixes(),
        })
    }

    /// Requests under way at the most, in this one.
    pub const fn slots(&self) -> usize {
        self.slots
    }

    /// Batches that a pipeline has under way at the most.
    pub fn stages(&self) -> u64 {
        self.question.batches()
    }

    /// Such servers that the machine is; a part of one where its requests do not fill the last.
    pub const fn servers(&self) -> f64 {
        self.servers
    }

    /// Batches that a pipeline has under way on the mean where so many requests come in a second to each of its batches.
    pub fn batches(&self, request_rate: f64) -> u64 {
        let most = self.question.batches();
        let [read, answer] = [self.lengths.prompt, self.lengths.answer];
        let pass = self.forward.time(&Pass::decode(1, read as f64)).get();
        let prompts = Pass { prompt_tokens: read.min(self.batch), prompts: 1, ..Pass::decode(0, 0.0) };
        let reading = self.forward.time(&prompts).get() * read.div_ceil(self.batch) as f64;
        // Little's law.
        let under_way = request_rate * most as f64 * (reading + pass * answer as f64 / self.written);
        ((under_way + 0.5) as u64).clamp(1, most)
    }

    /// Seconds from a request to where its prompt can be read.
    pub const fn entering(&self) -> f64 {
        self.entering
    }

    /// Plays so many requests, in the order in which they end, where a pipeline has so many batches under way.
    pub fn play(&self, arrivals: Arrivals, requests: usize, batches: u64) -> Vec<Finished> {
        let mut state = State {
            batches,
            now: 0.0,
            passes: 0,
            line: Line::new(arrivals, self.lengths, requests, self.entering),
            reading: VecDeque::new(),
            writing: Vec::with_capacity(requests),
            ends: BinaryHeap::new(),
            until: 0.0,
            tokens: 0.0,
            finished: Vec::with_capacity(requests),
        };
        while state.finished.len() < requests {
            while state.line.next() <= state.now && state.under_way() < self.slots {
                let Some(request) = state.line.take() else { break };
                // Of a prompt that ends within what is shared its last token is read again.
                let done = self.shared.min(request.prompt.saturating_sub(1));
                state.reading.push_back(Reading { request, done });
            }
            if state.under_way() == 0 {
                state.now = state.now.max(state.line.next());
                continue;
            }
            let writing = if self.is_mixed { state.ends.len() as u64 * (1 + self.drafts) } else { 0 };
            let room = self.batch.saturating_sub(writing);
            if state.reading.is_empty() || room == 0 {
                self.write(&mut state);
            } else {
                self.read(&mut state, room);
            }
        }
        state.finished
    }

    /// Passes in which nothing is read, until the first request ends or another comes.
    fn write(&self, state: &mut State) {
        let ending = state.ending().unwrap_or(1);
        let next = if state.under_way() < self.slots { state.line.next() } else { f64::INFINITY };
        let once = self.forward.time_beside(&self.pass(state, ending), state.batches).get();
        let coming = ((next - state.now) / once).ceil().max(1.0);
        let passes = if coming < ending as f64 { coming as u64 } else { ending };
        state.now += once * passes as f64;
        state.end(passes);
    }

    /// A pass that reads prompts beside what is written, or several of them where the first prompt fills more than one.
    fn read(&self, state: &mut State, room: u64) {
        let wanted = state.reading.front().map_or(0, |first| first.request.prompt - first.done);
        if wanted > room {
            let ending = state.ending().filter(|_| self.is_mixed).unwrap_or(u64::MAX);
            let passes = (wanted / room).min(ending);
            let read = passes * room;
            let done = state.reading.front().map_or(0, |first| first.done);
            let depth = done as f64 + read as f64 / 2.0;
            let pass = Pass { prompt_tokens: room, prompts: 1, prompt_depth: depth, ..self.beside(state, passes) };
            let once = self.forward.time_beside(&pass, state.batches);
            state.now += once.get() * passes as f64 * self.question.in_line(passes, state.batches);
            if let Some(first) = state.reading.front_mut() {
                first.done += read;
            }
            state.end(if self.is_mixed { passes } else { 0 });
            self.begin(state, once);
            return;
        }
        let (mut tokens, mut prompts, mut depth) = (0, 0, 0.0);
        for prompt in &mut state.reading {
            let taken = (prompt.request.prompt - prompt.done).min(room - tokens);
            if taken == 0 {
                break;
            }
            depth += taken as f64 * (prompt.done as f64 + taken as f64 / 2.0);
            prompt.done += taken;
            tokens += taken;
            prompts += 1;
        }
        let prompt_depth = depth / tokens.max(1) as f64;
        let pass = Pass { prompt_tokens: tokens, prompts, prompt_depth, ..self.beside(state, 1) };
        let once = self.forward.time_beside(&pass, state.batches);
        state.now += once.get();
        state.end(u64::from(self.is_mixed));
        self.begin(state, once);
    }

    /// What is written in one of so many passes that read prompts.
    fn beside(&self, state: &State, passes: u64) -> Pass {
        if self.is_mixed { self.pass(state, passes) } else { Pass::decode(0, 0.0) }
    }

    /// What is written in one of so many passes, halfway through them.
    fn pass(&self, state: &State, passes: u64) -> Pass {
        let writing = state.ends.len() as f64;
        // A request that ends after so many passes more has as many tokens less than it will have.
        let left = state.until - writing * (state.passes as f64 + passes as f64 / 2.0);
        let depth = (state.tokens - self.written * left) / writing.max(1.0);
        let depth = if writing > 0.0 { depth.max(1.0) } else { 0.0 };
        Pass { drafts: self.drafts, ..Pass::decode(state.ends.len() as u64, depth) }
    }

    /// Lets requests write whose prompts are read: the pass that read the last of it wrote the first token.
    fn begin(&self, state: &mut State, pass: Seconds) {
        let behind = self.forward.behind(pass).get();
        while let Some(&Reading { request, done }) = state.reading.front() {
            if done < request.prompt {
                break;
            }
            state.reading.pop_front();
            if request.answer == 1 {
                state.finish(request, state.now + behind, state.now + behind);
                continue;
            }
            let until = state.passes + ((request.answer - 1) as f64 / self.written).ceil() as u64;
            state.until += until as f64;
            state.tokens += (request.prompt + request.answer) as f64;
            state.ends.push(Reverse((until, state.writing.len())));
            state.writing.push(Writing { request, first: state.now + behind, behind });
        }
    }
}

//! Which step may begin: steps run side by side where neither waits for the other and the machine has room for both.

use super::step::{Share, Step};

/// The chosen steps and how far each has come.
#[derive(Debug)]
pub struct Schedule {
    steps: Vec<(Step, State)>,
    processors: usize,
}

/// How far a step has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Passed,
    Failed,
}

/// What is to be done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Begin the step at this place.
    Begin(usize),
    /// Leave out the step at this place, for the one of this name did not pass.
    Skip(usize, &'static str),
    /// Wait until one of those that run ends.
    Wait,
    /// All have ended.
    Done,
}

impl Schedule {
    /// Steps in the order in which they are preferred, on a machine with this many processors.
    pub fn new(steps: impl IntoIterator<Item = Step>, processors: usize) -> Self {
        Self { steps: steps.into_iter().map(|step| (step, State::Waiting)).collect(), processors }
    }

    /// The step at a place.
    pub fn step(&self, place: usize) -> &Step {
        &self.steps[place].0
    }

    /// What is to be done now; a step that is to begin runs from here on, one that is left out has failed.
    pub fn next(&mut self) -> Next {
        for place in 0..self.steps.len() {
            if self.steps[place].1 != State::Waiting {
                continue;
            }
            let step = self.steps[place].0;
            if let Some(need) = step.needs.iter().find(|need| self.state(need) == Some(State::Failed)) {
                self.steps[place].1 = State::Failed;
                return Next::Skip(place, need);
            }
            let waits = step.needs.iter().chain(step.after).any(|other| !self.has_ended(other));
            if !waits && self.has_room_for(&step) {
                self.steps[place].1 = State::Running;
                return Next::Begin(place);
            }
        }
        if self.running().next().is_some() { Next::Wait } else { Next::Done }
    }

    /// Takes down how a step that ran has ended.
    pub fn end(&mut self, place: usize, has_passed: bool) {
        self.steps[place].1 = if has_passed { State::Passed } else { State::Failed };
    }

    fn has_room_for(&self, step: &Step) -> bool {
        if self.running().any(|other| other.fills.is_some() && other.fills == step.fills) {
            return false;
        }
        let count = |share| self.running().filter(|other| other.share == share).count();
        let (all, one, rest, alone) = (count(Share::All), count(Share::One), count(Share::Rest), count(Share::Alone));
        match step.share {
            Share::Waiting => true,
            Share::One => alone == 0 && one < if all == 0 { self.processors } else { self.processors.div_ceil(2) },
            Share::All => alone == 0 && all == 0,
            Share::Rest => alone == 0 && rest == 0,
            Share::Alone => alone + all + one + rest == 0,
        }
    }

    fn running(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|(_, state)| *state == State::Running).map(|(step, _)| step)
    }

    /// How far the step of a name has come, if it was chosen.
    fn state(&self, name: &str) -> Option<State> {
        self.steps.iter().find(|(step, _)| step.name == name).map(|(_, state)| *state)
    }

    /// Whether nothing is to be expected of a step any more, also where it was not chosen.
    fn has_ended(&self, name: &str) -> bool {
        self.state(name).is_none_or(|state| matches!(state, State::Passed | State::Failed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::step::Folder;

    fn step(name: &'static str) -> Step {
        Step::new(name, || Ok(()))
    }

    /// The names of all that begin now.
    fn begun(schedule: &mut Schedule) -> Vec<&'static str> {
        std::iter::from_fn(|| match schedule.next() {
            Next::Begin(place) => Some(schedule.step(place).name),
            _ => None,
        })
        .collect()
    }

    #[test]
    fn a_step_begins_when_what_it_needs_has_passed() {
        let mut schedule = Schedule::new([step("a"), step("b").needs(&["a"]), step("c").after(&["a"]), step("d")], 8);
        assert_eq!(begun(&mut schedule), ["a", "d"]);
        assert_eq!(schedule.next(), Next::Wait);
        schedule.end(0, true);
        assert_eq!(begun(&mut schedule), ["b", "c"]);
        for place in 1..4 {
            schedule.end(place, true);
        }
        assert_eq!(schedule.next(), Next::Done);
    }

    #[test]
    fn what_needs_a_step_that_failed_is_skipped_and_what_comes_after_it_is_not() {
        let steps = [step("a"), step("b").needs(&["a"]), step("c").needs(&["b"]), step("d").after(&["a", "b"])];
        let mut schedule = Schedule::new(steps, 8);
        assert_eq!(begun(&mut schedule), ["a"]);
        schedule.end(0, false);
        assert_eq!(schedule.next(), Next::Skip(1, "a"));
        assert_eq!(schedule.next(), Next::Skip(2, "b"));
        assert_eq!(schedule.next(), Next::Begin(3));
    }

    #[test]
    fn what_was_not_chosen_is_not_waited_for() {
        let mut schedule = Schedule::new([step("b").needs(&["a"]).after(&["z"])], 8);
        assert_eq!(begun(&mut schedule), ["b"]);
    }

    #[test]
    fn the_machine_is_shared() {
        let steps = [
            step("compile").takes(Share::All).fills(Folder::Debug),
            step("lint").takes(Share::All),
            step("bundle").fills(Folder::Wasm),
            step("digest").fills(Folder::Wasm),
            step("count"),
            step("timed").takes(Share::Alone),
            step("download").takes(Share::Waiting),
        ];
        let mut schedule = Schedule::new(steps, 2);
        assert_eq!(begun(&mut schedule), ["compile", "bundle", "download"], "on two processors one beside the compiler");
        schedule.end(0, true);
        assert_eq!(begun(&mut schedule), ["lint"]);
        schedule.end(1, true);
        assert_eq!(begun(&mut schedule), ["count"], "a folder is filled by one");
        schedule.end(2, true);
        assert_eq!(begun(&mut schedule), ["digest"]);
        schedule.end(3, true);
        assert_eq!(schedule.next(), Next::Wait);
        schedule.end(4, true);
        assert_eq!(begun(&mut schedule), ["timed"], "beside a download");
    }

    #[test]
    fn what_takes_the_rest_stands_in_nobodys_way_but_that_of_what_is_timed() {
        let steps = [
            step("tests").takes(Share::Rest),
            step("browser").takes(Share::All),
            step("count"),
            step("more tests").takes(Share::Rest),
            step("timed").takes(Share::Alone),
        ];
        let mut schedule = Schedule::new(steps, 2);
        assert_eq!(begun(&mut schedule), ["tests", "browser", "count"]);
        schedule.end(1, true);
        schedule.end(2, true);
        assert_eq!(schedule.next(), Next::Wait);
        schedule.end(0, true);
        assert_eq!(begun(&mut schedule), ["more tests"]);
        schedule.end(3, true);
        assert_eq!(begun(&mut schedule), ["timed"]);
    }

    #[test]
    fn nothing_but_downloads_begins_beside_what_is_timed() {
        let steps = [step("timed").takes(Share::Alone), step("count"), step("lint").takes(Share::All)];
        let mut schedule = Schedule::new(steps.into_iter().chain([step("download").takes(Share::Waiting)]), 8);
        assert_eq!(begun(&mut schedule), ["timed", "download"]);
    }
}

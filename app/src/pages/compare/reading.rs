//! What an address asks to compare, and how much of it can be answered.

use api::compare::address;
use api::compare::address::{Address, WITH};
use api::compare::{Side, neighbors, prefix, sides};
use scenario::error::{FieldError, Reason};
use scenario::form;
use scenario::form::{Reset, Submitted};
use scenario::limits::COMPARE_ITEMS;
use scenario::query;
use wire::v1::scenario::GpuChoice;
use wire::v1::{Prices, Scenario};

use crate::messages::compare as text;
use crate::plan;

/// The page's own parameters: a card to add, how many of it, a plan to add, which rows to show.
pub const ADD: &str = "add";
/// How many of the card to add.
pub const ADD_COUNT: &str = "add_gpus";
/// The address of a plan to add.
pub const ADD_PLAN: &str = "plan";
/// Which rows the table shows.
pub const ONLY: &str = "only";
/// The rows that differ.
pub const DIFFERENCES: &str = "differences";

/// One machine of the address.
pub struct Machine {
    /// What is asked of it.
    pub scenario: Scenario,
    /// What to call it.
    pub name: String,
}

/// A field at fault.
pub struct Fault {
    /// Number of the machine, counted from 0; none where it is the job's.
    pub machine: Option<usize>,
    /// What is wrong, by the scenario's own pointers.
    pub error: FieldError,
    /// What is wrong, where no field is.
    pub text: Option<crate::fields::Text>,
}

/// What an address says.
pub struct Reading {
    /// Every machine that is named.
    pub machines: Vec<Machine>,
    /// Those that can be answered, at most as many as can be compared.
    pub sides: Vec<Side>,
    /// The number of each side among the machines.
    pub places: Vec<usize>,
    /// Whatever is at fault.
    pub faults: Vec<Fault>,
    /// What the reader typed, by name.
    pub typed: Vec<(String, String)>,
    /// What went back to automatic, because it does not apply to the job's new model or method.
    pub reset: Option<Reset>,
    /// What each further machine says.
    pub variants: Vec<String>,
    /// Parameters of others.
    pub unknown: Vec<(String, String)>,
    /// Whether the machines beside the first one are a proposal.
    pub suggested: bool,
    /// Whether rows that are the same are left out.
    pub differences_only: bool,
    /// Path of the stored plan's page for it, where the comparison is that of one.
    pub stored_path: Option<String>,
}

impl Reading {
    /// Reads a stored plan's query with its prices. Its page is at a path of its own, where the address says which rows are shown
    /// and no more.
    pub fn of_stored(encoded: &str, prices: &Prices, path: String, asked: &str) -> Self {
        let differences_only = query::decode(asked).any(|(name, text)| name == ONLY && text == DIFFERENCES);
        Self { differences_only, stored_path: Some(path), ..Self::with(encoded, prices) }
    }

    /// Reads a query, without its question mark, with the prices that it says itself. Where they are at fault it says so, and
    /// goes by the catalog's.
    pub fn of(encoded: &str) -> Self {
        let (prices, errors) = scenario::prices::from_query(query::decode(encoded));
        let mut reading = Self::with(encoded, &if errors.is_empty() { prices } else { Prices::default() });
        reading.faults.extend(errors.into_iter().map(|error| Fault { machine: None, error, text: None }));
        reading
    }

    /// Reads a query, without its question mark, with these prices.
    pub fn with(encoded: &str, prices: &Prices) -> Self {
        let Submitted { pairs: typed, reset, .. } = plan::begin(form::parse_submission(query::decode(encoded)));
        let said = |name: &str| typed.iter().rev().find(|(other, _)| other == name).map(|(_, text)| text.trim().to_owned());
        let mut faults = Vec::new();
        let mut pairs: Vec<(String, String)> = typed.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
        pairs.extend(said(ADD).filter(|id| !id.is_empty()).map(|id| (WITH.to_owned(), machine_text(&id, said(ADD_COUNT)))));
        let mut address = parse(&pairs);
        if let Some(pasted) = said(ADD_PLAN).filter(|pasted| !pasted.is_empty()) {
            match plan_of(&pasted) {
                Some(plan) => {
                    pairs.push((WITH.to_owned(), address::variant(&address.job.scenario, &plan)));
                    address = parse(&pairs);
                }
                None => faults.push(Fault {
                    machine: None,
                    error: FieldError::new(format!("/{ADD_PLAN}"), Reason::Required),
                    text: Some(text::plan_unreadable),
                }),
            }
        }
        complete(&mut address);
        faults.extend(unreadable(&address));
        let mut scenarios = address.scenarios();
        let suggested = scenarios.len() == 1 && !address.says_with && faults.is_empty();
        if suggested {
            scenarios.extend(neighbors(&scenarios[0]));
        }
        let Some((first, others)) = scenarios.split_first() else { return Self::empty(typed, faults) };
        // Texts stay as they were typed while something is wrong with one.
        let variants = if faults.is_empty() {
            others.iter().map(|other| address::variant(first, other)).collect()
        } else {
            address.variants.iter().map(|variant| variant.text.clone()).collect()
        };
        let own = |name: &str| is_own(name) || name == WITH;
        let repeated = address.job.repeated;
        let mut reading = Self {
            machines: scenarios.iter().map(|scenario| Machine { scenario: scenario.clone(), name: name_of(scenario) }).collect(),
            sides: Vec::new(),
            places: Vec::new(),
            faults,
            differences_only: said(ONLY).is_some_and(|only| only == DIFFERENCES),
            variants,
            unknown: address.job.unknown.into_iter().filter(|(name, _)| !own(name)).collect(),
            typed,
            reset,
            suggested,
            stored_path: None,
        };
        reading.answer(prices);
        // The last of them is answered for, and the reader is told.
        reading.faults.extend(repeated.into_iter().map(|error| Fault { machine: None, error, text: None }));
        reading
    }

    fn empty(typed: Vec<(String, String)>, faults: Vec<Fault>) -> Self {
        Self {
            machines: Vec::new(),
            sides: Vec::new(),
            places: Vec::new(),
            faults,
            variants: Vec::new(),
            unknown: Vec::new(),
            typed,
            reset: None,
            suggested: false,
            differences_only: false,
            stored_path: None,
        }
    }

    /// Answers what can be answered, and names what cannot.
    fn answer(&mut self, prices: &Prices) {
        let (min, max) = COMPARE_ITEMS;
        if !(min..=max).contains(&self.machines.len()) {
            let error = FieldError::new("/scenarios", Reason::WrongCount { min, max });
            self.faults.push(Fault { machine: None, error, text: None });
        }
        let mut found: Vec<(usize, FieldError)> = Vec::new();
        let mut good = Vec::new();
        for (place, machine) in self.machines.iter().enumerate().take(max) {
            match scenario::resolve(&machine.scenario) {
                Ok(_) => good.push(place),
                Err(errors) => found.extend(errors.into_iter().map(|error| (place, error))),
            }
        }
        let count = self.machines.len().min(max);
        for (place, error) in &found {
            let shared = found.iter().filter(|(_, other)| other == error).count() == count;
            if shared && *place > 0 {
                continue;
            }
            self.faults.push(Fault { machine: (!shared).then_some(*place), error: error.clone(), text: None });
        }
        let scenarios: Vec<Scenario> = good.iter().map(|&place| self.machines[place].scenario.clone()).collect();
        if let Ok(sides) = sides(&scenarios, prices) {
            self.sides = sides;
            self.places = good;
        }
    }

    /// What the reader typed into a field of the job, or what the first machine says.
    pub fn value(&self, name: &str) -> Option<String> {
        let typed = self.typed.iter().rev().find(|(other, _)| other == name).map(|(_, text)| text.clone());
        typed.filter(|text| !text.is_empty()).or_else(|| {
            let field = scenario::fields::Field::by_name(name)?;
            let first = &self.machines.first()?.scenario;
            let pairs = query::to_query(first, &[]);
            field.get(first).and_then(|_| pairs.into_iter().find(|(other, _)| other == name).map(|(_, text)| text))
        })
    }

    /// The encoded query of machines: the page's own state goes along.
    pub fn query(&self, scenarios: &[Scenario], differences_only: bool) -> String {
        let mut unknown = self.unknown.clone();
        if differences_only {
            unknown.push((ONLY.to_owned(), DIFFERENCES.to_owned()));
        }
        address::to_string(scenarios, &unknown)
    }

    /// Where the same machines are with all rows, or with those that differ.
    pub fn rows_at(&self, differences_only: bool) -> String {
        match &self.stored_path {
            None => format!("/compare?{}", self.query(&self.scenarios(), differences_only)),
            Some(path) if differences_only => format!("{path}?{ONLY}={DIFFERENCES}"),
            Some(path) => path.clone(),
        }
    }

    /// The scenarios of all machines, with a change.
    pub fn scenarios(&self) -> Vec<Scenario> {
        self.machines.iter().map(|machine| machine.scenario.clone()).collect()
    }
}

/// Whether a parameter is the page's own.
pub fn is_own(name: &str) -> bool {
    [ADD, ADD_COUNT, ADD_PLAN, ONLY].contains(&name)
}

fn parse(pairs: &[(String, String)]) -> Address {
    address::parse(&query::encode(pairs.iter().map(|(name, text)| (name.as_str(), text.as_str()))))
}

/// A card of the form's list as a machine; what was typed as its number is read, and named, with it.
fn machine_text(id: &str, count: Option<String>) -> String {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace(',', "\\,");
    match count.filter(|count| !count.is_empty()) {
        Some(count) => format!("gpu:{},gpus:{}", escaped(id), escaped(&count)),
        None => format!("gpu:{}", escaped(id)),
    }
}

/// The scenario of a planner's address; none where it says nothing of one.
fn plan_of(pasted: &str) -> Option<Scenario> {
    let (_, encoded) = pasted.split_once('?')?;
    let parsed = query::parse_string(encoded.split('#').next().unwrap_or_default());
    (parsed.errors.is_empty() && parsed.scenario != Scenario::default()).then_some(parsed.scenario)
}

/// A comparison is never empty: a job is always there, and a card where no machine is named.
fn complete(address: &mut Address) {
    let job = &mut address.job.scenario;
    if job.model.id.is_none() && job.model.config.is_none() {
        job.model.id = Some(plan::PRESET.1.to_owned());
    }
    if job.hardware.gpu.is_none() && address.variants.is_empty() {
        job.hardware.gpu = Some(GpuChoice::Id(plan::PRESET.0.to_owned()));
    }
}

/// What of the address cannot be read.
fn unreadable(address: &Address) -> Vec<Fault> {
    let count = address.offset() + address.variants.len();
    address
        .errors()
        .into_iter()
        .map(|error| {
            let machine = (0..count).find(|&place| error.pointer.starts_with(&format!("{}/", prefix(place))));
            let inner = machine.map_or(0, |place| prefix(place).len());
            let error = FieldError::new(error.pointer[inner..].to_owned(), error.reason);
            Fault { machine, error, text: None }
        })
        .collect()
}

/// `2 × RTX 3090`, before it is known whether the machine can be asked.
fn name_of(scenario: &Scenario) -> String {
    if let Some(id) = &scenario.id {
        return id.clone();
    }
    let card = match &scenario.hardware.gpu {
        Some(GpuChoice::Id(id)) => catalog::gpu(id).map_or(id.as_str(), |entry| entry.name).to_owned(),
        Some(GpuChoice::Custom(card)) => card.name.clone().unwrap_or_else(|| "GPU".to_owned()),
        None => "GPU".to_owned(),
    };
    let nodes = scenario.hardware.nodes.filter(|nodes| *nodes > 1).map(|nodes| format!("{nodes} × "));
    let count = scenario.hardware.gpu_count.filter(|count| *count > 1).map(|count| format!("{count} × "));
    format!("{}{}{card}", nodes.unwrap_or_default(), count.unwrap_or_default())
}

//! A walk over a document that knows where it is, so that what is wrong is named by its place.

use engine::architecture::{BySamples, Dtype};
use serde_json::Value as Json;

use crate::error::{Expected, FieldError, Reason, Unit};

/// What was read, or what is at fault.
pub type Reading<T> = Result<T, FieldError>;

/// Whole numbers beyond this are no sizes (2^53: what every reader of JSON keeps exactly).
const MOST: i64 = 1 << 53;
const DTYPES: [(&str, Dtype); 5] =
    [("f32", Dtype::F32), ("f16", Dtype::F16), ("bf16", Dtype::Bf16), ("i64", Dtype::I64), ("u8", Dtype::U8)];

/// A value and the way to it.
pub struct Place<'a> {
    value: &'a Json,
    way: Way<'a>,
}

/// The way to a value; written out only where something is wrong there.
#[derive(Clone, Copy)]
enum Way<'a> {
    Root(&'a str),
    Member(&'a Way<'a>, &'a str),
    Item(&'a Way<'a>, usize),
}

impl Way<'_> {
    fn pointer(self) -> String {
        match self {
            Self::Root(root) => root.to_owned(),
            Self::Member(parent, name) => format!("{}/{name}", parent.pointer()),
            Self::Item(parent, index) => format!("{}/{index}", parent.pointer()),
        }
    }
}

/// The reason for a number that is too large.
pub fn beyond(max: u64) -> Reason {
    Reason::OutOfRange { min: 0.0, max: max as f64, unit: Unit::None }
}

impl<'a> Place<'a> {
    pub fn root(value: &'a Json, pointer: &'a str) -> Self {
        Self { value, way: Way::Root(pointer) }
    }

    pub fn fault(&self, reason: Reason) -> FieldError {
        FieldError::new(self.way.pointer(), reason)
    }

    fn wrong_type(&self, expected: Expected) -> FieldError {
        self.fault(Reason::WrongType { expected })
    }

    pub fn member(&'a self, name: &'a str) -> Reading<Self> {
        let members = self.value.as_object().ok_or_else(|| self.wrong_type(Expected::Object))?;
        let place = |value| Place { value, way: Way::Member(&self.way, name) };
        members.get(name).map(place).ok_or_else(|| place(self.value).fault(Reason::Required))
    }

    pub fn optional(&'a self, name: &'a str) -> Option<Self> {
        let value = self.value.get(name).filter(|value| !value.is_null())?;
        Some(Place { value, way: Way::Member(&self.way, name) })
    }

    pub fn flag(&'a self, name: &'a str) -> Reading<bool> {
        self.optional(name).map_or(Ok(false), |flag| flag.value.as_bool().ok_or_else(|| flag.wrong_type(Expected::Flag)))
    }

    pub fn list(&'a self, most: usize) -> Reading<Vec<Self>> {
        let items = self.value.as_array().ok_or_else(|| self.wrong_type(Expected::List))?;
        if items.len() > most {
            return Err(self.fault(Reason::WrongCount { min: 0, max: most }));
        }
        Ok(items.iter().enumerate().map(|(index, value)| Place { value, way: Way::Item(&self.way, index) }).collect())
    }

    /// The items of a list that may be left out.
    pub fn list_or_none(&'a self, name: &'a str, most: usize) -> Reading<Vec<u32>> {
        let Some(list) = self.optional(name) else { return Ok(Vec::new()) };
        list.list(most)?.iter().map(|item| item.integer(0, u64::from(u32::MAX)).map(|value| value as u32)).collect()
    }

    pub fn pair(&'a self) -> Reading<[Self; 2]> {
        let count = || self.fault(Reason::WrongCount { min: 2, max: 2 });
        self.list(2)?.try_into().map_err(|_| count())
    }

    pub fn text(&self) -> Reading<&'a str> {
        self.value.as_str().ok_or_else(|| self.wrong_type(Expected::Text))
    }

    pub fn integer(&self, min: u64, max: u64) -> Reading<u64> {
        let value = self.value.as_u64().ok_or_else(|| self.wrong_type(Expected::Integer))?;
        let out = Reason::OutOfRange { min: min as f64, max: max as f64, unit: Unit::None };
        if (min..=max).contains(&value) { Ok(value) } else { Err(self.fault(out)) }
    }

    /// The number of one of `count` things; none where there are none.
    pub fn id_below(&self, count: u32) -> Reading<u32> {
        let id = self.integer(0, u64::from(count).saturating_sub(1))? as u32;
        if id < count { Ok(id) } else { Err(self.fault(beyond(0))) }
    }

    pub fn dtype(&self) -> Reading<Dtype> {
        let given = self.text()?;
        let known = DTYPES.iter().find(|(word, _)| *word == given).map(|(_, dtype)| *dtype);
        known.ok_or_else(|| {
            let allowed = DTYPES.iter().map(|(word, _)| (*word).to_owned()).collect();
            self.fault(Reason::UnknownValue { given: given.chars().take(crate::limits::TEXT_LENGTH).collect(), allowed })
        })
    }

    /// A number, or one to three coefficients of the batch's powers.
    pub fn size(&self) -> Reading<BySamples> {
        let one = |value: &Json| value.as_i64().filter(|value| value.unsigned_abs() <= MOST as u64);
        if let Some(constant) = one(self.value) {
            return Ok(BySamples([constant, 0, 0]));
        }
        let parts = self
            .value
            .as_array()
            .filter(|parts| (1..=3).contains(&parts.len()))
            .ok_or_else(|| self.wrong_type(Expected::Integer))?;
        let mut size = [0; 3];
        for (slot, part) in size.iter_mut().zip(parts) {
            *slot = one(part).ok_or_else(|| self.wrong_type(Expected::Integer))?;
        }
        Ok(BySamples(size))
    }
}

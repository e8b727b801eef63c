//! Ways through an OpenAPI document.

use serde_json::Value;

/// An OpenAPI document.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a>(pub &'a Value);

/// An operation of the document.
#[derive(Debug, Clone, Copy)]
pub struct Operation<'a> {
    /// Its stable id.
    pub id: &'a str,
    /// Its method, in lower case.
    pub method: &'a str,
    /// Its path.
    pub path: &'a str,
    /// Everything said of it.
    pub value: &'a Value,
}

/// Methods in the order in which readers look for them: a computation by `GET` is said to be the same as by `POST`.
const METHODS: [&str; 6] = ["post", "get", "head", "put", "patch", "delete"];

impl<'a> Document<'a> {
    /// Every operation, by path and method.
    pub fn operations(self) -> impl Iterator<Item = Operation<'a>> {
        let paths = self.0.get("paths").and_then(Value::as_object).into_iter().flatten();
        paths.flat_map(|(path, item)| {
            METHODS.into_iter().filter_map(move |method| {
                let value = item.get(method)?;
                Some(Operation { id: value.get("operationId")?.as_str()?, method, path, value })
            })
        })
    }

    /// The operation with an id.
    #[must_use]
    pub fn operation(self, id: &str) -> Option<Operation<'a>> {
        self.operations().find(|operation| operation.id == id)
    }

    /// The tags in their order, each with what is said of it.
    pub fn tags(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let tags = self.0.get("tags").and_then(Value::as_array).into_iter().flatten();
        tags.filter_map(|tag| Some((tag.get("name")?.as_str()?, text(tag, "description"))))
    }

    /// Name and schema that a reference leads to.
    #[must_use]
    pub fn target(self, schema: &'a Value) -> Option<(&'a str, &'a Value)> {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        Some((pointer.rsplit('/').next()?, self.0.pointer(pointer)?))
    }

    /// What is said of a field, where its name is a path of pointers from a schema: `/training/lora/rank`.
    #[must_use]
    pub fn description_of(self, schema: &'a Value, pointer: &str) -> &'a str {
        let mut places = vec![schema];
        for name in pointer.trim_start_matches('/').split('/') {
            places = places
                .into_iter()
                .flat_map(|place| self.alternatives(place))
                .filter_map(|place| place.get("properties")?.get(name))
                .collect();
        }
        let said = places.iter().flat_map(|place| std::iter::once(*place).chain(alternatives(place)));
        said.map(|place| text(place, "description")).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// A schema, what it refers to, and its alternatives.
    fn alternatives(self, schema: &'a Value) -> Vec<&'a Value> {
        if let Some((_, target)) = self.target(schema) {
            return self.alternatives(target);
        }
        std::iter::once(schema).chain(alternatives(schema).flat_map(|one| self.alternatives(one))).collect()
    }
}

impl<'a> Operation<'a> {
    /// `POST /api/v1/estimate`.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{} {}", self.method.to_uppercase(), self.path)
    }

    /// The first tag, by which the overview groups it.
    #[must_use]
    pub fn tag(&self) -> &'a str {
        self.value.pointer("/tags/0").and_then(Value::as_str).unwrap_or_default()
    }

    /// One of its texts.
    #[must_use]
    pub fn text(&self, name: &str) -> &'a str {
        text(self.value, name)
    }
}

/// A text member, or an empty text.
#[must_use]
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// The schemas that a value may have.
pub fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten()
}

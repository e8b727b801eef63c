//! Calls of the HTTP API as programs that people paste: a shell command and a Python program for a scenario.
//!
//! Whatever a scenario holds arrives as it is: a shell sees JSON behind a quoted here-document, Python its own literals.

use std::fmt::Write as _;

use serde_json::Value;

use wire::v1::Scenario;
use wire::v1::choices::Workload;

/// What is asked of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// What the run needs.
    Estimate,
    /// How to run it better.
    Recommend,
    /// A link that shows it.
    CreatePlan,
}

impl Call {
    /// Every call.
    pub const ALL: [Self; 3] = [Self::Estimate, Self::Recommend, Self::CreatePlan];

    /// Its path.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Estimate => "/api/v1/estimate",
            Self::Recommend => "/api/v1/recommend",
            Self::CreatePlan => "/api/v1/plans",
        }
    }

    /// A word for addresses and file names.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Estimate => "estimate",
            Self::Recommend => "recommend",
            Self::CreatePlan => "plan",
        }
    }

    fn body(self, scenario: &Scenario, title: &str) -> Value {
        // A scenario of ours always can be written.
        let scenario = serde_json::to_value(scenario).unwrap_or_default();
        match self {
            Self::Estimate | Self::Recommend => scenario,
            Self::CreatePlan => serde_json::json!({ "title": title, "scenario": scenario }),
        }
    }
}

/// Longest title of a plan that is made up here, within what the API takes.
const TITLE_LETTERS: usize = 120;

/// The call as a shell command; `origin` is the site's scheme and host.
#[must_use]
pub fn curl(call: Call, origin: &str, scenario: &Scenario, title: &str) -> String {
    let body = call.body(scenario, &shortened(title));
    let mut json = String::new();
    write(&body, 0, Language::Json, &mut json);
    // A line of this JSON begins with a brace, a quote or a space, so none of them ends the document early.
    format!(
        "curl --silent --show-error --fail-with-body \\\n  --header 'Content-Type: application/json' \\\n  --data-binary @- {} <<'JSON'\n{json}\nJSON\n",
        shell_quoted(&format!("{origin}{}", call.path()))
    )
}

/// The call as a Python program that needs nothing but Python 3.
#[must_use]
pub fn python(call: Call, origin: &str, scenario: &Scenario, title: &str) -> String {
    let mut body = String::new();
    write(&call.body(scenario, &shortened(title)), 0, Language::Python, &mut body);
    let mut url = String::new();
    write_text(&format!("{origin}{}", call.path()), &mut url);
    let (imports, header) = match call {
        // Sent again with the same key, a request that was lost on its way makes no second plan.
        Call::CreatePlan => ("import uuid\n", ", \"Idempotency-Key\": str(uuid.uuid4())"),
        Call::Estimate | Call::Recommend => ("", ""),
    };
    let is_run = scenario.task == Some(Workload::Inference);
    let after = match call {
        Call::Estimate if is_run => {
            "vram, ram = answer[\"vram\"], answer[\"ram\"]\n\
             print(\"runs:\", answer[\"fits\"], f\"({vram['verdict']})\")\n\
             print(f\"VRAM of the process: {vram['device_peak_bytes'] / 2**30:.1f} of {vram['capacity_bytes'] / 2**30:.1f} GiB\")\n\
             print(f\"RAM: {ram['peak_bytes'] / 2**30:.1f} GiB\")\n\
             for name, figure in answer[\"speed\"].items():\n    \
             print(f\"{name}: {figure}\")\n"
        }
        Call::Estimate => {
            "vram, ram = answer[\"vram\"], answer[\"ram\"]\n\
             print(\"fits:\", vram[\"fits\"], f\"({vram['verdict']})\")\n\
             # Of a framework that is not modelled there is a lower bound, and nothing else.\n\
             if vram[\"device_peak_bytes\"] is None:\n    \
             print(vram[\"reason\"])\n\
             else:\n    \
             print(f\"VRAM of the process: {vram['device_peak_bytes'] / 2**30:.1f} of {vram['capacity_bytes'] / 2**30:.1f} GiB\")\n    \
             print(f\"RAM: {ram['peak_bytes'] / 2**30:.1f} GiB, epoch: {answer['speed']['epoch_seconds']:.0f} s\")\n"
        }
        Call::Recommend => {
            "print(json.dumps(answer[\"recommended\"][\"scenario\"], indent=2))\n\
             estimate = answer[\"recommended\"][\"estimate\"]\n\
             if estimate[\"speed\"] is None:\n    \
             print(answer[\"reason\"])\n\
             else:\n    \
             print(f\"VRAM of the process: {estimate['vram']['device_peak_bytes'] / 2**30:.1f} GiB\")\n    \
             print(f\"samples per second: {estimate['speed']['samples_per_second']:.0f}\")\n"
        }
        Call::CreatePlan => {
            "print(\"link:\", urllib.parse.urljoin(url, answer[\"url\"]))\n\
             # Whoever has this key may change and revoke the plan; it is shown this once.\n\
             print(\"edit key:\", answer[\"edit_key\"])\n"
        }
    };
    format!(
        "import json\nimport urllib.error\nimport urllib.parse\nimport urllib.request\n{imports}\n\
         url = {url}\nbody = {body}\n\n\
         headers = {{\"Content-Type\": \"application/json\"{header}}}\n\
         request = urllib.request.Request(url, json.dumps(body).encode(), headers)\n\
         try:\n    with urllib.request.urlopen(request, timeout=60) as response:\n        answer = json.load(response)\n\
         except urllib.error.HTTPError as error:\n    problem = json.load(error)\n    \
         raise SystemExit(f\"{{problem['code']}}: {{problem['detail']}}\")\n\n{after}"
    )
}

/// A text as one word of a POSIX shell.
#[must_use]
pub fn shell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn shortened(title: &str) -> String {
    title.chars().take(TITLE_LETTERS).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    Json,
    Python,
}

fn write(value: &Value, depth: usize, language: Language, out: &mut String) {
    let word = |json: &'static str, python: &'static str| if language == Language::Json { json } else { python };
    match value {
        Value::Null => out.push_str(word("null", "None")),
        Value::Bool(true) => out.push_str(word("true", "True")),
        Value::Bool(false) => out.push_str(word("false", "False")),
        Value::Number(number) => {
            let _ = write!(out, "{number}");
        }
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            let lines: Vec<(Option<&str>, &Value)> = items.iter().map(|item| (None, item)).collect();
            write_all(&lines, ('[', ']'), depth, language, out);
        }
        Value::Object(members) => {
            let lines: Vec<(Option<&str>, &Value)> = members.iter().map(|(name, item)| (Some(name.as_str()), item)).collect();
            write_all(&lines, ('{', '}'), depth, language, out);
        }
    }
}

fn write_all(items: &[(Option<&str>, &Value)], (open, close): (char, char), depth: usize, language: Language, out: &mut String) {
    out.push(open);
    for (place, (name, item)) in items.iter().enumerate() {
        out.push_str(if place > 0 { ",\n" } else { "\n" });
        indent(depth + 1, out);
        if let Some(name) = name {
            write_text(name, out);
            out.push_str(": ");
        }
        write(item, depth + 1, language, out);
    }
    if !items.is_empty() {
        out.push('\n');
        indent(depth, out);
    }
    out.push(close);
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

/// A text in double quotes, as JSON and Python both read it; what cannot be seen is written as its number, so that
/// nobody pastes what they did not see.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if is_unseen(letter) => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out.push('"');
}

/// Control characters, and signs that only steer how a line is set.
fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::v1::scenario::{CustomGpu, GpuChoice};

    const HOSTILE: &str = "it's $(touch /tmp/x) `id` \"\"\" \\ \nJSON\n#\u{202e}'''%s{0} 显卡";

    fn hostile() -> Scenario {
        let mut scenario = Scenario { id: Some(HOSTILE.to_owned()), ..Scenario::default() };
        scenario.model.id = Some("resnet50".to_owned());
        scenario.hardware.gpu =
            Some(GpuChoice::Custom(Box::new(CustomGpu { name: Some(HOSTILE.to_owned()), ..CustomGpu::default() })));
        scenario
    }

    #[test]
    fn a_shell_passes_on_what_the_scenario_holds() {
        for call in Call::ALL {
            let command = curl(call, "http://a.example", &hostile(), HOSTILE);
            let json = command.split("<<'JSON'\n").nth(1).unwrap().strip_suffix("\nJSON\n").unwrap();
            assert!(json.lines().all(|line| line != "JSON"), "{json}");
            let sent: Value = serde_json::from_str(json).unwrap();
            let scenario = if call == Call::CreatePlan { &sent["scenario"] } else { &sent };
            assert_eq!(scenario["id"], HOSTILE);
            assert!(!command.contains('\u{202e}'));
        }
        assert_eq!(shell_quoted("it's"), "'it'\\''s'");
    }

    #[test]
    fn python_has_words_of_its_own() {
        let mut out = String::new();
        write(&serde_json::json!({ "a": [true, false, null, 1.5, []], "b": {} }), 0, Language::Python, &mut out);
        assert_eq!(out, "{\n  \"a\": [\n    True,\n    False,\n    None,\n    1.5,\n    []\n  ],\n  \"b\": {}\n}");
    }
}

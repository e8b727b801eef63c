//! Which words may stand in which crate's code.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// Words that must not stand in the code below some folders.
struct Rule {
    /// What the rule says, as it is told when broken.
    says: &'static str,
    folders: &'static [&'static str],
    /// Folders below those where the words are at home.
    except: &'static [&'static str],
    words: &'static [&'static str],
    /// Whether unit tests at the end of a file are held to it too.
    in_tests: bool,
}

const RULES: [Rule; 11] = [
    Rule {
        says: "the engine names no product; devices live in the catalog",
        folders: &["engine/src"],
        except: &[],
        words: &[
            "geforce", "radeon", "quadro", "tesla", "ascend", "ryzen", "xeon", "epyc", "rtx", "3090", "4090", "5090", "v100",
            "p100", "a100", "h100", "h200", "b200", "gb200", "l40s", "mi250", "mi300", "mi300x", "910b",
        ],
        in_tests: false,
    },
    Rule {
        says: "only `wire` derives serde; convert at the edge",
        folders: &["engine/src", "catalog/src", "wording/src", "scenario/src", "workstation/src", "api/src", "app/src"],
        // Where a document is read before it is known what it says, and facts that fill templates.
        except: &["scenario/src/json", "programs/src"],
        words: &["serialize", "deserialize"],
        in_tests: true,
    },
    Rule {
        says: "only `server` knows status codes",
        folders: &["engine/src", "catalog/src", "wire/src", "wording/src", "scenario/src", "workstation/src", "api/src"],
        except: &[],
        words: &["statuscode"],
        in_tests: true,
    },
    Rule {
        says: "only `server/src/store` holds SQL",
        folders: &[
            "engine/src",
            "catalog/src",
            "wire/src",
            "wording/src",
            "scenario/src",
            "workstation/src",
            "api/src",
            "app/src",
            "server/src",
        ],
        except: &["server/src/store", "server/src/store.rs"],
        words: &["sqlx::query", "query_as", "query_scalar", "select *", "insert into", "delete from", "create table"],
        in_tests: true,
    },
    Rule {
        says: "figures for people are written by `wording::format`, which rounds them all alike",
        folders: &["wording/src", "scenario/src", "workstation/src", "programs/src", "api/src", "app/src", "server/src"],
        // Places in drawings and programs in Python are no figures, and what a guide printed stays as it was.
        except: &[
            "wording/src/format",
            "app/src/pages/need/picture.rs",
            "server/src/services/preview/picture.rs",
            "api/src/call.rs",
            "app/src/pages/cases/words.rs",
            "workstation/src/machines/survey/tests.rs",
        ],
        words: &[":.0}", ":.1}", ":.2}", ":.3}", ":.4}", ":.*}", "} %"],
        in_tests: false,
    },
    Rule {
        says: "programs are written in `programs/templates`; what fills them in are facts",
        folders: &["programs/src"],
        // How a fact becomes a literal, and a template a page; and what reads a program that is written.
        except: &["programs/src/template.rs", "programs/src/template", "programs/src/layout.rs", "programs/src/requirements.rs"],
        words: &[
            "import",
            "def",
            "lambda",
            "torch.cuda",
            "torch.nn",
            "torch.optim",
            "torch.utils",
            "tf",
            "push_str",
            "write!",
            "writeln!",
            "join",
            "concat",
        ],
        in_tests: true,
    },
    Rule {
        says: "programs are written in `programs/templates`; only titles and names of files are put together here",
        folders: &["programs/src"],
        except: &[
            "programs/src/lib.rs",
            "programs/src/template.rs",
            "programs/src/template",
            "programs/src/layout.rs",
            "programs/src/run.rs",
        ],
        words: &["format!"],
        in_tests: true,
    },
    Rule {
        says: "markup enters a page by `app/src/view.rs` alone, where whatever wrote it has escaped its texts",
        folders: &["app/src", "server/src"],
        // The browser's half takes over the cards that the server drew.
        except: &["app/src/view.rs", "app/src/planner/live/advisor.rs"],
        words: &["inner_html", "inertelement"],
        in_tests: true,
    },
    Rule {
        says: "only `app/src/head.rs` uses `leptos_meta`, which writes titles as they are given",
        folders: &["app/src", "server/src"],
        except: &["app/src/head.rs"],
        words: &["leptos_meta"],
        in_tests: true,
    },
    Rule {
        says: "a text area is drawn by `markup::text_area`; the view macro does not escape what is in one",
        folders: &["app/src", "server/src"],
        except: &[],
        words: &["<textarea", "\"textarea\""],
        in_tests: false,
    },
    Rule {
        says: "scripts stand in `app/src/shell.rs`, with a nonce; nothing escapes what is in a script, a style or a `noscript`",
        folders: &["app/src", "server/src"],
        except: &["app/src/shell.rs"],
        words: &["<script", "<style", "<noscript", "\"script\"", "\"style\"", "\"noscript\""],
        in_tests: false,
    },
];

/// Every crate, by its folder.
const CRATES: [&str; 16] = [
    "engine",
    "catalog",
    "wire",
    "wording",
    "scenario",
    "workstation",
    "programs",
    "probe",
    "checkpoint",
    "dataset",
    "runlog",
    "api",
    "markup",
    "app",
    "server",
    "xtask",
];

/// Lines of code that break a rule.
pub fn breaches() -> Result<Vec<String>> {
    let mut breaches = Vec::new();
    for rule in &RULES {
        for folder in rule.folders {
            for file in rust_files(Path::new(folder))? {
                if !rule.except.iter().any(|home| file.starts_with(home)) {
                    breaches.extend(breaches_in(rule, &file)?);
                }
            }
        }
    }
    for folder in CRATES {
        for file in rust_files(Path::new(folder))? {
            if file.ends_with("mod.rs") {
                breaches.push(format!("{}: a module's file stands beside its folder, not in it", file.display()));
            }
            breaches.extend(leaning_docs_in(&file)?);
        }
    }
    Ok(breaches)
}

/// Doc comments that lean on the one above: "The same, but ..." says neither as what nor what it is.
fn leaning_docs_in(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(workspace::root().join(file)).with_context(|| format!("cannot read {}", file.display()))?;
    let mut breaches = Vec::new();
    let mut is_in_comment = false;
    for (number, line) in (1..).zip(text.lines()) {
        let doc = doc_of(line);
        if !is_in_comment && doc.is_some_and(|doc| doc.starts_with("The same")) {
            breaches.push(format!("{}:{number}: a doc comment says what it is of, not \"The same\"", file.display()));
        }
        is_in_comment = doc.is_some();
    }
    Ok(breaches)
}

/// What a line of a doc comment says.
fn doc_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim_start)
}

fn breaches_in(rule: &Rule, file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(workspace::root().join(file)).with_context(|| format!("cannot read {}", file.display()))?;
    let mut breaches = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if !rule.in_tests && line.trim() == "#[cfg(test)]" {
            break;
        }
        let code = without_comment(line).to_lowercase();
        if let Some(word) = rule.words.iter().find(|word| has_word(&code, word)) {
            breaches.push(format!("{}:{number}: `{word}`: {}", file.display(), rule.says));
        }
    }
    Ok(breaches)
}

/// The line up to `//`; an address in a string ends it early, which hides nothing that matters here.
fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Whether the word stands by itself; a sign at its end separates it from whatever stands beside it.
fn has_word(text: &str, word: &str) -> bool {
    let is_one = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let (begins, ends) = (is_one(word.chars().next()), is_one(word.chars().next_back()));
    text.match_indices(word).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !(begins && is_one(before) || ends && is_one(after))
    })
}

/// All Rust files below a folder of the repository, sorted, as paths relative to its root.
pub fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let place = workspace::root().join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&place).with_context(|| format!("cannot read {}", place.display()))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_only_by_themselves_and_outside_comments() {
        assert!(has_word("let rtx_4090 = 1;", "4090"));
        assert!(has_word("gpu == \"rtx 4090\"", "4090"));
        assert!(!has_word("bytes: 14090", "4090"));
        assert!(has_word("format!(\"{factor:.2} times\")", ":.2}"));
        assert!(has_word("format!(\"{share} % of it\")", "} %"));
        assert_eq!(without_comment("code(); // an H100"), "code(); ");
        assert_eq!(doc_of("    /// The same."), Some("The same."));
        assert_eq!(doc_of("    // The same."), None);
    }
}

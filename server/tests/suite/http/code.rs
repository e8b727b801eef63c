//! Programs over HTTP: as JSON, as files, and on their page.

use crate::http::client::{get, get_with, post_json, site};

const QUERY: &str = "v=1&gpu=rtx-4090&model=llama-2-7b&method=qlora&batch=2";

#[tokio::test]
async fn body_and_query_give_the_same_programs() {
    let site = site().await;
    let body = r#"{"scenario":{"hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-2-7b"},"training":{"method":"qlora","micro_batch_size":2}}}"#;
    let posted = post_json(&site, "/api/v1/code", body).await.json();
    let asked = get(&site, &format!("/api/v1/code?{QUERY}")).await.json();
    assert_eq!(posted["snippets"], asked["snippets"]);
    assert_eq!(posted["inputs"]["training"]["micro_batch_size"], 2);
    let pytorch = &posted["snippets"][0];
    assert_eq!(
        (&pytorch["id"], &pytorch["filename"], &pytorch["language"]),
        (&"pytorch".into(), &"train.py".into(), &"python".into())
    );
    assert!(pytorch["code"].as_str().is_some_and(|code| code.contains("load_in_4bit=True")));

    let chinese = get(&site, &format!("/api/v1/code?{QUERY}&lang=zh&framework=tensorflow")).await.json();
    assert_eq!(chinese["snippets"][0]["id"], "tensorflow");
    assert!(chinese["snippets"][0]["code"].as_str().is_some_and(|code| code.contains("显存")));
}

#[tokio::test]
async fn what_cannot_be_written_is_named() {
    let site = site().await;
    let body =
        r#"{"scenario":{"hardware":{"gpu":"rtx-4009"},"model":{"id":"resnet50"}},"framework":"jax","language":1,"more":2}"#;
    let problem = post_json(&site, "/api/v1/code", body).await.problem(422, "invalid-input");
    let pointers: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    for pointer in ["/more", "/framework", "/language", "/scenario/hardware/gpu"] {
        assert!(pointers.contains(&pointer), "{pointer} in {pointers:?}");
    }
    post_json(&site, "/api/v1/code", "{}").await.problem(422, "invalid-input");
    get(&site, &format!("/code/nothing?{QUERY}")).await.problem(404, "not-found");
}

#[tokio::test]
async fn a_program_is_a_file_to_keep() {
    let site = site().await;
    let file = get(&site, &format!("/code/huggingface?{QUERY}&lang=en")).await;
    assert_eq!(file.status, 200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"train_trainer.py\"");
    assert!(file.header("content-type").starts_with("text/plain"));
    assert!(file.text().contains("TrainingArguments"));
}

/// One folder has every program, each where the README says that it lies.
#[tokio::test]
async fn all_programs_are_one_folder() {
    let site = site().await;
    for lang in ["en", "zh"] {
        let file = get(&site, &format!("/api/v1/code.zip?{QUERY}&lang={lang}")).await;
        assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "application/zip"));
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"rigwise-programs.zip\"");
        let files = unzipped(&file.body);
        let readme = &files["rigwise-programs/README.md"];
        let answer = get(&site, &format!("/api/v1/code?{QUERY}&lang={lang}")).await.json();
        let snippets = answer["snippets"].as_array().unwrap();
        assert_eq!(files.len(), snippets.len());
        for snippet in snippets {
            let (name, code) = (snippet["filename"].as_str().unwrap(), snippet["code"].as_str().unwrap());
            let (path, _) = files.iter().find(|(path, text)| path.ends_with(name) && *text == code).expect(name);
            let path = path.trim_start_matches("rigwise-programs/");
            let folder = snippet["folder"].as_str().map_or(String::new(), |folder| format!("{folder}/"));
            assert_eq!(path, format!("{folder}{name}"));
            assert!(path == "README.md" || readme.contains(&format!("`{path}`")), "{path} is not in\n{readme}");
        }
        let again = get(&site, &format!("/api/v1/code.zip?{QUERY}&lang={lang}")).await;
        assert_eq!(again.body, file.body, "the same plan is the same file");
    }
    get(&site, "/api/v1/code.zip?model=resnet50").await.problem(422, "invalid-input");
}

/// What is done first is done in the folder that the zip has, and an example is called one in either language.
#[tokio::test]
async fn the_first_steps_go_by_the_folder_that_is_fetched() {
    let site = site().await;
    for query in [QUERY.to_owned(), format!("{QUERY}&optimizer=adamw-8bit"), format!("{QUERY}&framework=pytorch")] {
        let files = unzipped(&get(&site, &format!("/api/v1/code.zip?{query}")).await.body);
        let list = files.keys().find(|path| path.ends_with("/requirements_pytorch.txt")).expect("a list");
        let folder = list.trim_end_matches("/requirements_pytorch.txt");
        let page = get(&site, &format!("/code?{query}")).await.text();
        assert!(page.contains(&format!("cd {folder} &amp;&amp; pip install")), "{query}: {folder}");
        assert!(!page.contains("This is an example."));
    }
    for (path, words) in [("/code", "This is an example."), ("/code?lang=zh", "这是一个示例。")] {
        assert!(get(&site, path).await.text().contains(words), "{path}");
    }
}

/// Windows PowerShell takes a script without a mark for one in the system's code page, and reads other lines than were written.
#[tokio::test]
async fn scripts_for_powershell_say_that_they_are_utf_8() {
    let site = site().await;
    let windows = format!("{QUERY}&os=windows&lang=zh");
    let files = unzipped(&get(&site, &format!("/api/v1/code.zip?{windows}")).await.body);
    let is_script = |path: &str| path.split('.').next_back() == Some("ps1");
    let alone = get(&site, &format!("/code/pytorch-launch?{windows}")).await.text();
    let scripts: Vec<&str> = files.iter().filter(|(path, _)| is_script(path)).map(|(_, text)| text.as_str()).collect();
    assert!(scripts.len() >= 2);
    assert!(scripts.into_iter().chain([&*alone]).all(|text| text.starts_with('\u{feff}')));
    assert!(files.iter().all(|(path, text)| is_script(path) || !text.starts_with('\u{feff}')));
}

/// The kit is what its own packer makes, and Python runs it: without a card it says so and installs nothing.
#[tokio::test]
async fn the_measuring_kit_is_one_file() {
    let site = site().await;
    let file = get(&site, "/measure.zip").await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "application/zip"));
    let files = unzipped(&file.body);
    assert!(files.contains_key("__main__.py") && files.contains_key("measure/catalog.json"));
    assert!(files.keys().all(|path| !path.contains("test") || path == "measure/requirements-test.txt"), "{:?}", files.keys());
    let folder = tempfile::tempdir().unwrap();
    let (own, served) = (folder.path().join("own.zip"), folder.path().join("measure.zip"));
    std::fs::write(&served, &file.body).unwrap();
    let python = |arguments: &[&std::ffi::OsStr]| {
        std::process::Command::new("python3").current_dir(folder.path()).args(arguments).output()
    };
    let listed = python(&[served.as_os_str(), "--list".as_ref()]);
    let Ok(listed) = listed else {
        eprintln!("skipped: there is no python3 here");
        return;
    };
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let packed = std::process::Command::new("python3").current_dir(root).args(["-m", "measure.pack"]).arg(&own).output().unwrap();
    assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
    assert_eq!(unzipped(&std::fs::read(&own).unwrap()), files, "the site and the packer make two kits");
}

/// The tracer is one file too, which Python starts: without PyTorch it says what it needs.
#[tokio::test]
async fn the_tracer_is_one_file() {
    let site = site().await;
    let file = get(&site, "/rigwise-trace.zip").await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "application/zip"));
    let files = unzipped(&file.body);
    assert!(files["__main__.py"] == files["rigwise_trace/__main__.py"] && files.contains_key("rigwise_trace/recorder.py"));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rigwise-trace.zip"), &file.body).unwrap();
    let mut python = std::process::Command::new("python3");
    let Ok(said) = python.current_dir(folder.path()).args(["rigwise-trace.zip", "--help"]).output() else {
        eprintln!("skipped: there is no python3 here");
        return;
    };
    let said = [said.stdout, said.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(said.contains("--input") || said.contains("needs PyTorch"), "{said}");
}

fn unzipped(bytes: &[u8]) -> std::collections::BTreeMap<String, String> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
    let names: Vec<String> = archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    let mut read = |name: &str| std::io::read_to_string(archive.by_name(name).expect("a file")).expect("a text");
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// Without scripts the page has everything: the buttons that copy stay hidden until their script shows them.
#[tokio::test]
async fn the_page_shows_every_program() {
    let site = site().await;
    let page = get_with(&site, &format!("/code?{QUERY}"), &[("accept-language", "zh")]).await.text();
    for id in ["pytorch", "huggingface", "measure", "tensorflow", "monitor"] {
        assert!(page.contains(&format!("id=\"code-{id}\"")), "{id}");
    }
    // MindSpore trains no quantized weights: there is no such program, and the page says so.
    assert!(!page.contains("id=\"code-mindspore\"") && page.contains("MindSpore 不支持"));
    assert!(page.contains("/copy.js") && !page.contains("/planner.js"));
    assert!(page.contains("每卡样本数"));
    assert_eq!(page.matches("<button").count(), page.matches("data-copies").count());
    let planner = get(&site, &format!("/plan?{QUERY}")).await.text();
    assert!(planner.contains("href=\"/code?v=1&amp;gpu=rtx-4090"), "the planner leads there");
}

/// A name comes from the author of the link; in a program it may neither turn its line around nor end it.
#[tokio::test]
async fn a_name_by_hand_shows_what_it_says() {
    let site = site().await;
    let card = "gpu.name=%E2%80%AEgnp.exe%E2%80%A8import+os%0Aimport+sys&gpu.memory=24&gpu.bandwidth=900&gpu.fp32=80&gpu.fp16=160&model=resnet50";
    for path in ["/api/v1/code", "/api/v1/estimate", "/api/v1/bom", "/code"] {
        let answer = get(&site, &format!("{path}?{card}")).await;
        let text = answer.text();
        assert!(answer.status == 200 && text.contains("gnp.exe"), "{path}: {text}");
        for mark in ["\u{202e}", "\u{2028}", "\\u202e", "\\u2028"] {
            assert!(!text.contains(mark), "{mark:?} in {path}");
        }
    }
}

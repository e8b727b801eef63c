//! Databases of every released schema, opened by this version, and databases that a newer one has used.
//!
//! `tests/fixtures/sqlite-N.sql` is a database as the release with N migrations left it; a release that adds a migration adds
//! its own.

use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::Store;
use server::store::maintenance::{MaintenanceError, backup, move_all, restore};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tempfile::TempDir;

use crate::http::client::{SCENARIO, get, request, send};

/// Each release's database, oldest first.
const RELEASED: [&str; 2] = [include_str!("../../../fixtures/sqlite-1.sql"), include_str!("../../../fixtures/sqlite-2.sql")];
/// The plan in all of them: two revisions, the first with prices of its own.
const PLAN: &str = "qp7ceb3yy7hwxmtotyfg3uk4fa";
/// What its owner was given.
const KEY: &str = "ag9FI5-6U_e-KaXZxasj1j5QieU6W0PugsmQMTQkFSo";
/// One that its owner took back.
const REVOKED: &str = "6upvgmwpbsw4fnjtlhred2gghq";
/// Columns that every release has known.
const REVISIONS: &str = "SELECT plan_id, title, note, scenario, ifnull(prices, ''), result, engine_version FROM revisions \
     ORDER BY plan_id, number";

/// A database that a release left, in a file of its own.
struct Left {
    _folder: TempDir,
    url: String,
}

impl Left {
    async fn by(sql: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("plans.db").display());
        let left = Self { _folder: folder, url };
        let mut connection = left.connect(true).await;
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        left
    }

    /// The file beside it with this name.
    fn beside(&self, name: &str) -> String {
        self.url.replace("plans.db", name)
    }

    async fn connect(&self, create: bool) -> SqliteConnection {
        self.url.parse::<SqliteConnectOptions>().unwrap().create_if_missing(create).connect().await.unwrap()
    }

    async fn run(&self, sql: &'static str) {
        let mut connection = self.connect(false).await;
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// What the columns that were there from the first release on hold.
    async fn revisions(&self) -> Vec<Vec<String>> {
        let mut connection = self.connect(false).await;
        let rows = sqlx::query(REVISIONS).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        rows.iter().map(|row: &SqliteRow| (0..row.len()).map(|column| row.get(column)).collect()).collect()
    }

    async fn site(&self) -> (Router, Store) {
        let store = Store::open(&self.url).await.unwrap();
        let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
        (router(AppState::with_limits(store.clone(), limits, false)), store)
    }
}

/// Everything that a plan's reader may ask for.
fn pages(plan: &str) -> Vec<String> {
    let of_api = ["", "/revisions", "/revisions/1", "/diff?from=1&to=2", "/bom.json", "/bom.csv", "/revisions/1/bom.md"];
    let of_site = [
        "",
        "/r/1",
        "/parts",
        "/r/1/parts",
        "/code",
        "/r/1/code",
        "/compare",
        "/r/1/compare",
        "/diagnose",
        "/r/1/diagnose?see=low-utilization",
        "/improve",
        "/r/1/improve",
        "/why",
        "/r/1/why",
        "/diff",
        "/revoke",
        "/card",
        "/qr.svg",
        "/preview.png",
        "?recomputed",
        "/r/1?recomputed",
    ];
    let of_api = of_api.iter().map(|end| format!("/api/v1/plans/{plan}{end}"));
    of_api.chain(of_site.iter().map(|end| format!("/p/{plan}{end}"))).collect()
}

async fn revise(site: &Router, title: &str) -> u16 {
    let newest = get(site, &format!("/api/v1/plans/{PLAN}")).await.json()["revision"].as_u64().unwrap();
    let (bearer, base) = (format!("Bearer {KEY}"), format!("\"{newest}\""));
    let headers = [("content-type", "application/json"), ("authorization", &bearer), ("if-match", &base)];
    let body = json!({ "title": title, "scenario": serde_json::from_str::<Value>(SCENARIO).unwrap() }).to_string();
    send(site, request(Method::PUT, &format!("/api/v1/plans/{PLAN}"), &headers, body)).await.status.as_u16()
}

#[tokio::test]
async fn plans_of_every_release_are_read_and_go_on() {
    for (number, sql) in RELEASED.into_iter().enumerate() {
        let left = Left::by(sql).await;
        let before = left.revisions().await;
        let (site, store) = left.site().await;
        for page in pages(PLAN) {
            let answer = get(&site, &page).await;
            assert_eq!(answer.status, 200, "release {number}: {page}: {}", String::from_utf8_lossy(&answer.body));
        }
        let page = get(&site, &format!("/p/{PLAN}")).await.text();
        assert!(page.contains("Lab 3, two cards"), "release {number}");
        assert_eq!(get(&site, &format!("/p/{REVOKED}")).await.status, 410, "release {number}");
        assert_eq!(get(&site, &format!("/api/v1/plans/{REVOKED}")).await.status, 410, "release {number}");
        assert_eq!(revise(&site, "of this release").await, 200, "release {number}: the key still opens");
        store.close().await;

        // The way back: the older binary asks for the columns that it knows, and adds revisions with them.
        left.run("INSERT INTO revisions (plan_id, number, title, note, scenario, prices, result, engine_version, catalog_version, created_at) \
             SELECT plan_id, 4, 'of the older binary', note, scenario, prices, result, engine_version, catalog_version, created_at \
             FROM revisions WHERE plan_id = 'qp7ceb3yy7hwxmtotyfg3uk4fa' AND number = 3").await;
        let after = left.revisions().await;
        assert!(before.iter().all(|row| after.contains(row)), "release {number}: what was stored is as it was");
        let (site, _) = left.site().await;
        assert!(get(&site, &format!("/p/{PLAN}")).await.text().contains("of the older binary"), "release {number}");
    }
}

/// Plans of earlier versions, whose answers for other frameworks were PyTorch's: they open, and none of those is shown.
#[tokio::test]
async fn figures_of_another_framework_are_not_told_again() {
    for sql in RELEASED {
        let left = Left::by(sql).await;
        left.run(
            "INSERT INTO revisions (plan_id, number, title, note, scenario, prices, result, engine_version, catalog_version, created_at) \
             SELECT plan_id, 3, title, note, json_set(scenario, '$.training.framework', 'tensorflow'), prices, \
             json_set(result, '$.inputs.training.framework', 'tensorflow'), engine_version, catalog_version, created_at \
             FROM revisions WHERE plan_id = 'qp7ceb3yy7hwxmtotyfg3uk4fa' AND number = 2",
        )
        .await;
        let before = left.revisions().await;
        let (site, store) = left.site().await;
        let stored = get(&site, &format!("/api/v1/plans/{PLAN}")).await.json();
        assert!(stored["estimate"]["vram"]["fits"].is_null() && stored["estimate"]["speed"].is_null(), "{stored}");
        for page in ["", "/r/3", "/card"] {
            let answer = get(&site, &format!("/p/{PLAN}{page}")).await;
            assert_eq!(answer.status, 200, "{page}");
            let text = answer.text();
            assert!(text.contains("Not modelled") && !text.contains("verdict fits") && !text.contains("verdict tight"), "{page}");
        }
        for page in pages(PLAN) {
            let status = get(&site, &page).await.status.as_u16();
            assert!(status == 200 || (status == 422 && (page.contains("/parts") || page.contains("/bom."))), "{page}: {status}");
        }
        store.close().await;
        assert_eq!(before, left.revisions().await, "what was stored is as it was");
    }
}

/// What a newer version may have done: expanded the schema, and stored settings, choices and figures that nobody here knows.
const BY_A_NEWER_VERSION: &str = r#"
    INSERT INTO _sqlx_migrations VALUES (9, 'moods', '2027-01-01', true, x'00', 1);
    ALTER TABLE revisions ADD COLUMN mood TEXT;
    INSERT INTO revisions (plan_id, number, title, note, scenario, prices, result, engine_version, catalog_version, created_at, bill, mood)
    SELECT plan_id, 3, 'from the future', '',
        json_set(scenario, '$.training.frobnicate', json('{"depth": 3}'), '$.training.optimizer', 'sgd-of-2031', '$.hardware.gpu', 'rtx-4090'),
        '{"rtx-4090": 1599, "resale": {"rtx-3090": 200}}',
        json_set(result, '$.vram.fits', 'perhaps', '$.inputs.training.frobnicate', json('{"depth": 3}'), '$.aura', 'violet', '$.speed.bound_by', 'starlight'),
        '9.0.0', '2031.01', created_at, json_set(bill, '$.parts[0].kind', 'flux-capacitor'), 'hopeful'
    FROM revisions WHERE plan_id = 'qp7ceb3yy7hwxmtotyfg3uk4fa' AND number = 1;
"#;

#[tokio::test]
async fn what_only_a_newer_version_knows_is_shown_as_stored_and_stays() {
    let left = Left::by(RELEASED[RELEASED.len() - 1]).await;
    left.run(BY_A_NEWER_VERSION).await;
    let before = left.revisions().await;
    let (site, store) = left.site().await;
    let plan = get(&site, &format!("/api/v1/plans/{PLAN}")).await;
    assert_eq!(plan.status, 200, "{}", plan.text());
    assert_eq!(plan.json()["scenario"]["training"]["frobnicate"], json!({ "depth": 3 }), "as it was stored");
    assert_eq!(plan.json()["estimate"]["aura"], "violet");

    for page in pages(PLAN) {
        let answer = get(&site, &page).await;
        let text = String::from_utf8_lossy(&answer.body);
        let computes = page.ends_with("/bom.json") || page.ends_with("/bom.csv") || page == format!("/p/{PLAN}/parts");
        assert!(answer.status == 200 || computes && answer.status == 409, "{page}: {} {text}", answer.status);
        assert!(!text.contains("damaged") && !text.contains("backup"), "{page}: {text}");
    }
    let page = get(&site, &format!("/p/{PLAN}")).await.text();
    for said in ["A newer version of Rigwise stored this plan", "training.frobnicate", "training.optimizer", "from the future"] {
        assert!(page.contains(said), "{said}");
    }
    for offered in ["data-testid=\"copy-plan\"", "data-testid=\"revise-link\"", "data-testid=\"recompute\"", "/code?"] {
        assert!(!page.contains(offered), "{offered} would be another plan");
    }
    for view in ["code", "compare", "diagnose"] {
        assert!(!page.contains(&format!("/p/{PLAN}/{view}\"")), "{view} would be of another plan");
        let asked = get(&site, &format!("/p/{PLAN}/{view}")).await.text();
        assert!(asked.contains("A newer version of Rigwise stored this plan") && !asked.contains("class=\"prose wide"), "{view}");
    }
    let problem = get(&site, &format!("/api/v1/plans/{PLAN}/diff")).await.problem(409, "newer-plan");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/scenario/training/frobnicate", "/scenario/training/optimizer"]);

    // The owner's texts may change; what this version does not know goes along.
    let form = format!("base=3&revision=3&title=renamed&note=&expires=keep&key={KEY}");
    let headers = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "same-origin")];
    let saved = send(&site, request(Method::POST, &format!("/p/{PLAN}/revise"), &headers, form)).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let renamed = get(&site, &format!("/api/v1/plans/{PLAN}")).await.json();
    assert_eq!((&renamed["title"], &renamed["scenario"]["training"]["optimizer"]), (&json!("renamed"), &json!("sgd-of-2031")));
    store.close().await;
    let after = left.revisions().await;
    assert!(before.iter().all(|row| after.contains(row)), "nothing that was stored has changed");

    // A copy of the file has everything; a copy row by row would lose the column, so it is refused.
    backup(&left.url, &file(&left.beside("copy.db"))).await.unwrap();
    restore(&left.beside("restored.db"), &file(&left.beside("copy.db")), false).await.unwrap();
    let mut restored = left.beside("restored.db").parse::<SqliteConnectOptions>().unwrap().connect().await.unwrap();
    let mood: String =
        sqlx::query_scalar("SELECT mood FROM revisions WHERE mood IS NOT NULL").fetch_one(&mut restored).await.unwrap();
    assert_eq!(mood, "hopeful");
    assert!(matches!(move_all(&left.url, &left.beside("moved.db")).await, Err(MaintenanceError::Newer(_))));
}

fn file(url: &str) -> std::path::PathBuf {
    url.trim_start_matches("sqlite:").into()
}

/// A document that is no JSON is damage, and is said to be.
#[tokio::test]
async fn damage_is_called_damage() {
    let left = Left::by(RELEASED[RELEASED.len() - 1]).await;
    left.run(
        "DROP TRIGGER revisions_are_immutable; PRAGMA ignore_check_constraints = ON; UPDATE revisions SET scenario = '{\"hardw'",
    )
    .await;
    let (site, _) = left.site().await;
    get(&site, &format!("/api/v1/plans/{PLAN}")).await.problem(503, "store-unavailable");
    assert_eq!(get(&site, &format!("/p/{PLAN}")).await.status, 503);
}

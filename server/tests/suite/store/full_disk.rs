//! A disk that is really full: a small one in memory, which only the administrator may make.

use std::path::{Path, PathBuf};
use std::process::Command;

use server::store::{Content, Store, Unavailable};
use tempfile::TempDir;

use super::backend::{check_unavailable, content, execute, now};

/// A disk of a few megabytes, gone with the value.
struct Disk(TempDir);

impl Disk {
    /// None where it may not be made.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path()).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["--lazy"]).arg(self.0.path()).status();
    }
}

fn large(kilobytes: usize) -> Content {
    Content { result: format!("\"{}\"", "x".repeat(kilobytes * 1000)), ..content("large") }
}

fn url(path: &Path) -> String {
    format!("sqlite:{}", path.display())
}

#[tokio::test]
async fn writes_fail_by_name_reads_go_on_and_nothing_is_lost() {
    let Some(disk) = Disk::mount() else {
        eprintln!("a disk of its own needs the administrator's rights: not tested");
        return;
    };
    let (ballast, path) = (disk.file("ballast"), disk.file("plans.db"));
    std::fs::write(&ballast, vec![0; 2_000_000]).unwrap();
    let store = Store::open(&url(&path)).await.unwrap();
    let mut kept = Vec::new();
    let full = loop {
        match store.create(&large(50), None, None, now()).await {
            Ok(created) => kept.push(created),
            Err(error) => break error,
        }
        assert!(kept.len() < 100, "the disk is larger than it should be");
    };
    check_unavailable::<()>(Err(full), Unavailable::Full);
    assert!(kept.len() > 3, "{}", kept.len());
    for _ in 0..5 {
        check_unavailable(store.create(&large(900), None, None, now()).await, Unavailable::Full);
        let first = &kept[0];
        check_unavailable(store.append(&first.id, &first.edit_key, 1, &large(900), None, now()).await, Unavailable::Full);
    }
    for created in &kept {
        assert_eq!(store.latest(&created.id, now()).await.unwrap().content, large(50), "reads go on");
    }

    std::fs::remove_file(&ballast).unwrap();
    kept.push(store.create(&large(50), None, None, now()).await.unwrap());
    store.append(&kept[0].id, &kept[0].edit_key, 1, &large(50), None, now()).await.unwrap();
    store.close().await;
    let store = Store::open(&url(&path)).await.unwrap();
    for created in &kept {
        assert_eq!(store.latest(&created.id, now()).await.unwrap().content, large(50));
    }
    store.close().await;
    let check = "SELECT 1 / (SELECT count(*) = 1 AND max(integrity_check) = 'ok' FROM pragma_integrity_check)";
    let checked = execute(&url(&path), &[check]).await.remove(0);
    assert!(checked.is_ok(), "{checked:?}");
}

//! Data sets that take several drives.

use wire::Locale;
use wire::v1::recommend::Machine;
use workstation::machines::search;

use super::asking::{asked, labeled, recommended};
use super::laws::check_laws;

/// Ten terabytes of pictures: disks serve a few files a second each, and three flash drives hold them as well.
#[test]
fn a_large_set_of_files_lies_on_several_flash_drives() {
    let query = "model=resnet50&samples=90000000&epochs=3";
    let answer = recommended(query);
    check_laws(query, &answer);
    let cheapest_disk = recommended(&format!("{query}&storage=seagate-exos-x18-16tb&drives=1"));
    let (on_disk, fastest) = (labeled(&cheapest_disk, "fastest"), labeled(&answer, "fastest"));
    assert!(on_disk.run_seconds > fastest.run_seconds * 4.0, "{} {}", on_disk.run_seconds, fastest.run_seconds);
    for label in ["best-value", "fastest"] {
        let Machine { hardware, estimate, parts, .. } = labeled(&answer, label);
        let drive = catalog::storage(hardware.storage.as_deref().unwrap()).unwrap();
        let count = hardware.storage_count.unwrap();
        assert!(drive.class.starts_with("nvme") && count >= 3, "{label}: {count} x {}", drive.id);
        assert!(drive.spec.capacity.0 * count > 90_000_000 * 110_000, "{label}: {count} x {}", drive.id);
        let part = parts.iter().find(|part| part.kind == "storage").unwrap();
        assert_eq!((part.id.as_str(), part.quantity), (drive.id, count), "{label}");
        assert!(part.notes.iter().any(|note| note.contains("striped")), "{label}: {:?}", part.notes);
        assert!(estimate.notes.iter().all(|note| note.code != "dataset-exceeds-storage"), "{label}: {:?}", estimate.notes);
    }
}

/// Drives that do not hold the data set make no machine that works; the number that would do is named, and does.
#[test]
fn too_few_drives_are_refused_with_the_number_that_would_do() {
    let query = "model=resnet50&samples=90000000&epochs=3";
    assert!(search(&asked(&format!("{query}&drives=1"))).is_ok(), "one hard disk holds the data set");
    for drive in ["samsung-9100-pro-2tb", "kingston-kc3000-1tb"] {
        let taken = |drives: u64| search(&asked(&format!("{query}&storage={drive}&drives={drives}")));
        let Err(workstation::machines::Failure::Contradictory(errors)) = taken(3) else { panic!("three of {drive} were taken") };
        let [error @ scenario::FieldError { pointer, reason: scenario::Reason::Contradictory(relax) }] = errors.as_slice() else {
            panic!("{errors:?}")
        };
        assert_eq!(pointer, "/hardware/storage_count");
        let least = relax.minimum().expect("a number of drives") as u64;
        // The field stands in front of what is wrong with it, alone as among others.
        let sentence =
            format!("hardware.storage_count is too small for the data set and its checkpoints; take at least {least} drives");
        assert_eq!(scenario::problem::invalid(&errors).detail, sentence);
        assert_eq!(error.detail(Locale::Zh), format!("少于数据集及其检查点所需，请至少选 {least} 块硬盘"));
        assert!(taken(least).is_ok(), "{least} of {drive}");
        assert!(taken(least - 1).is_err(), "{least} of {drive} are not the fewest");
    }
}

/// Rates of a striped volume are those of its drives together, in an estimate as in a search.
#[test]
fn each_drive_of_a_volume_adds_its_rate() {
    let rate = |drives: u64| {
        let query = format!("gpu=rtx-4090&model=resnet50&samples=90000000&storage=seagate-exos-x18-16tb&drives={drives}&ram=32");
        let answer = api::estimate(&asked(&query)).unwrap();
        assert_eq!(answer.inputs.hardware.storage_count, Some(drives));
        answer.path.storage_bytes_per_second
    };
    let [one, two, four] = [1, 2, 4].map(rate);
    assert!((two / one - 2.0).abs() < 1e-6 && (four / one - 4.0).abs() < 1e-6, "{one} {two} {four}");
}

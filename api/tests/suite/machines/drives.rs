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

/// A machine does not start from the hard disks of its data: an SSD of its own is in its parts and its price, unless one is there.
#[test]
fn a_machine_with_its_data_on_hard_disks_starts_from_flash() {
    let query = "model=resnet50&samples=9000000&max_gpus=1&storage=seagate-exos-x18-16tb&drives=1";
    let answer = recommended(query);
    let system_drive = |machine: &Machine| machine.parts.iter().find(|part| part.kind == "system-drive").cloned();
    for machine in &answer.machines {
        let own = system_drive(machine).unwrap_or_else(|| panic!("{}: {:?}", machine.label, machine.parts));
        let drive = catalog::storage(&own.id).unwrap();
        assert!(!workstation::machines::is_hard_disk(drive) && drive.spec.capacity.0 >= 480_000_000_000, "{}", own.id);
        let sum: f64 = machine.parts.iter().filter_map(|part| Some(part.unit_price? * part.bought() as f64)).sum();
        assert!((sum - machine.price.known_amount).abs() < 0.02, "{}: {sum} {:?}", machine.label, machine.price);
        let bill = api::bom(&machine.scenario).unwrap();
        assert!(bill.parts.iter().any(|part| (&part.kind, &part.id) == (&own.kind, &own.id)), "the bill is that of the machine");
    }
    let there = recommended(&format!("{query}&owned=samsung-990-pro-2tb"));
    let own = system_drive(labeled(&there, "cheapest")).unwrap();
    assert_eq!((own.id.as_str(), own.owned, own.bought()), ("samsung-990-pro-2tb", 1, 0));
    let on_flash = recommended("model=resnet50&max_gpus=1");
    assert!(on_flash.machines.iter().all(|machine| system_drive(machine).is_none()));
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

//! `lspci`: an address, a class and a device a line, the product in brackets.

use crate::fact::{Drive, DriveKind, Fact, Lister, Place};
use crate::reading::Reading;

/// Classes of devices that may compute.
const CARDS: [&str; 4] = ["VGA compatible controller", "3D controller", "Display controller", "Processing accelerators"];
/// The class of drives behind PCI Express.
const NVME: &str = "Non-Volatile memory controller";

pub(super) fn read(line: &str) -> Reading {
    let Some((address, rest)) = line.split_once(' ') else { return Reading::Foreign };
    let Some(index) = index(address) else { return Reading::Foreign };
    let Some((class, device)) = rest.split_once(": ") else { return Reading::NOTHING };
    // `-nn` adds the class's number.
    let class = class.split(" [").next().unwrap_or(class);
    if class == NVME {
        return Reading::Own(vec![Fact::Drive(Drive { kind: Some(DriveKind::Nvme), ..Drive::default() })]);
    }
    if !CARDS.contains(&class) {
        return Reading::NOTHING;
    }
    Reading::Own(vec![Fact::Card { place: Place { lister: Lister::Lspci, index }, name: product(device), is_cut: false }])
}

/// Domain, bus, device and function as one number.
fn index(address: &str) -> Option<u64> {
    let (rest, function) = address.split_once('.')?;
    let parts: Vec<&str> = rest.split(':').collect();
    let is_address = matches!(parts[..], [bus, device] if bus.len() == 2 && device.len() == 2)
        || matches!(parts[..], [domain, bus, device] if domain.len() == 4 && bus.len() == 2 && device.len() == 2);
    let hex = |text: &str| u64::from_str_radix(text, 16).ok();
    let numbers: Option<Vec<u64>> = parts.iter().map(|part| hex(part)).collect();
    let function = hex(function).filter(|function| *function < 8)?;
    let number = numbers?.into_iter().fold(0, |sum, part| sum << 8 | part);
    is_address.then_some(number << 3 | function)
}

/// The product's name: in the last brackets that hold no ids, behind the vendor's own; without them the device's text.
fn product(device: &str) -> String {
    let device = device.split(" (rev").next().unwrap_or(device);
    let is_id = |text: &str| {
        text.len() == 9 && text.as_bytes()[4] == b':' || text.len() == 4 && text.chars().all(|letter| letter.is_ascii_hexdigit())
    };
    let groups = device.split('[').skip(1).filter_map(|group| group.split(']').next());
    let named = groups.filter(|group| !is_id(group) && *group != "AMD/ATI").last();
    let bare = || {
        let bare = device.split("[AMD/ATI]").last().unwrap_or(device);
        bare.split(" [").next().unwrap_or(bare).trim().to_owned()
    };
    let vendor = if device.starts_with("NVIDIA") {
        "NVIDIA "
    } else if device.starts_with("Advanced Micro") {
        "AMD "
    } else {
        ""
    };
    named.map_or_else(bare, |named| format!("{vendor}{named}"))
}

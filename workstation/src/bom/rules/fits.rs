//! What the sizes of products say: cards, board, cooler and supplies in their case, cards in their slots, systems.

use crate::bom::{Finding, View};

/// Cards that are longer than the case takes: usual ones, or the longest that makers sell.
pub fn length(view: &View) -> Option<Finding> {
    let room = view.fits.case?;
    let takes = room.takes_mm?;
    let usual = room.usual_mm.filter(|usual| *usual > takes).map(|length| Finding::LongCard { length, takes, is_usual: true });
    let longest = || room.longest_mm.filter(|longest| *longest > takes);
    usual.or_else(|| longest().map(|length| Finding::LongCard { length, takes, is_usual: false }))
}

/// Cards that cover more rows than the case has.
pub fn rows(view: &View) -> Option<Finding> {
    let room = view.fits.case?;
    let filled = room.filled.filter(|filled| *filled > room.rows)?;
    Some(Finding::FewRows { rows: room.rows, filled })
}

/// A board that is too large for the case.
pub fn board(view: &View) -> Option<Finding> {
    view.fits.case.filter(|room| !room.takes_board).map(|_| Finding::LargeBoard)
}

/// Supplies that are too large, or too many, for the case.
pub fn supplies(view: &View) -> Option<Finding> {
    view.fits.case.filter(|room| !room.takes_supplies).map(|_| Finding::LargeSupply)
}

/// A case of another kind than was asked for: none of that kind holds the machine.
pub fn kind(view: &View) -> Option<Finding> {
    (!view.fits.is_housed_as_asked).then_some(Finding::OtherCase)
}

/// A cooler that is too high, or whose radiator has no place.
pub fn cooler_room(view: &View) -> Option<Finding> {
    view.fits.case.filter(|room| !room.takes_cooler).map(|_| Finding::LargeCooler)
}

/// A cooler that takes away less than the processor draws, or of which nobody says what it takes away.
pub fn cooler(view: &View) -> Option<Finding> {
    let cooled = view.fits.cooler?;
    match cooled.takes {
        None => Some(Finding::UnratedCooler { watts: cooled.watts }),
        Some(takes) if takes < cooled.watts => Some(Finding::WeakCooler { watts: cooled.watts, takes }),
        Some(_) => None,
    }
}

/// Slots that give a card less than the estimate counts with.
pub fn slot_lanes(view: &View) -> Option<Finding> {
    let slots = view.fits.slots?;
    let (lanes, (counted, generation)) = (slots.lanes?, slots.counted);
    let is_less = lanes < counted || slots.generation < generation;
    is_less.then_some(Finding::SlotLanes { lanes, generation: slots.generation, counted: (counted, generation) })
}

/// Cards that are thicker than the rows between their slots.
pub fn gap(view: &View) -> Option<Finding> {
    let slots = view.fits.slots?;
    let gap = slots.gap.filter(|gap| *gap < slots.rows)?;
    Some(Finding::CloseSlots { gap, rows: slots.rows })
}

/// Drives in slots that take lanes from the cards.
pub fn shared_m2(view: &View) -> Option<Finding> {
    let drives = view.fits.drives_beside_cards;
    (drives > 0).then_some(Finding::SharedM2 { drives })
}

/// A board whose firmware may be older than its processor.
pub fn firmware(view: &View) -> Option<Finding> {
    let firmware = view.fits.firmware.as_ref()?;
    Some(Finding::OldFirmware {
        board: firmware.board.clone(),
        processor: firmware.processor.clone(),
        flashes_alone: firmware.flashes_alone,
    })
}

/// A system that is not sold with such modules, or holds fewer cards.
pub fn system(view: &View) -> Option<Finding> {
    let system = view.fits.system.filter(|system| !system.takes)?;
    Some(Finding::OtherSystem { accelerators: system.accelerators, cards: view.cards.boards })
}

/// A system whose supplies deliver less than its parts draw.
pub fn system_power(view: &View) -> Option<Finding> {
    let delivers = view.fits.system?.delivers?;
    let inside = view.power.inside;
    (inside > delivers).then_some(Finding::SystemPower { inside, delivers })
}

/// A machine that shows no picture.
pub fn picture(view: &View) -> Option<Finding> {
    view.fits.is_blind.then_some(Finding::NoPicture)
}

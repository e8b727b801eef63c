//! Texts of the first screen: the tiles, the changes that pay most, the way to everything below.

use super::results::chinese_rate;
use crate::locale::Locale;

messages! {
    glance { en: "The answer at a glance", zh: "结论一览" }
    vram { en: "VRAM", zh: "显存（VRAM）" }
    of(used, capacity) { en: "{used} of {capacity}", zh: "{used} / {capacity}" }
    beside(system) { en: "plus {system} that the system takes", zh: "另有系统占用 {system}" }
    ram { en: "RAM", zh: "内存（RAM）" }
    buy(kit) { en: "Buy {kit}", zh: "建议购买 {kit}" }
    enough(kit) { en: "{kit} is enough", zh: "{kit} 足够" }
    costs_no_more(less, more) { en: "{less} would do; {more} costs no more by the catalog's prices", zh: "{less} 即可；按目录价格，{more} 不更贵" }
    kits(minimum, comfortable) { en: "minimum {minimum}, comfortable {comfortable}", zh: "最低 {minimum}，宽裕 {comfortable}" }
    needed(amount) { en: "{amount} needed at the peak", zh: "峰值需 {amount}" }
    installed_short(kit) { en: "{kit} installed is too little", zh: "已装 {kit}，不足" }
    shared_memory { en: "one memory with the GPU", zh: "与 GPU 共用统一内存" }
    batch { en: "Batch size per GPU", zh: "每卡批次大小" }
    largest(batch) { en: "Largest that fits: {batch}", zh: "可放下的最大值：{batch}" }
    time { en: "Time and price", zh: "用时与价格" }
    epoch(time) { en: "{time} an epoch", zh: "每轮 {time}" }
    if_fitted { en: "if it fitted", zh: "若能放下" }
    run(epochs, time) { en: "{time} for all {epochs} epochs", zh: "全部 {epochs} 轮需 {time}" }
    price(amount) { en: "Machine: {amount}", zh: "整机：{amount}" }
    price_known(amount, unknown) { en: "Machine: over {amount}, {unknown} prices unknown", zh: "整机：超过 {amount}，另有 {unknown} 项价格未知" }
    price_unknown { en: "Machine: price of the cards unknown", zh: "整机：显卡价格未知" }

    price_none { en: "Machine: no bill for it", zh: "整机：无法列出部件" }

    improve { en: "Ways to improve this plan", zh: "改进此方案" }
    make_it_fit { en: "What makes it fit", zh: "如何放下" }
    advised { en: "Take the advisor's plan", zh: "采用推荐方案" }
    machines_that_fit { en: "Machines that can run this", zh: "能运行此任务的机器" }
    improve_none { en: "No single change would make it faster.", zh: "没有单项调整能让它更快。" }
    all_changes { en: "All changes with their reasons", zh: "全部调整及依据" }
    vram_change(was, is) { en: "VRAM {was} → {is}", zh: "显存 {was} → {is}" }
    epoch_change(was, is) { en: "epoch {was} → {is}", zh: "每轮 {was} → {is}" }
    change_price(amount, month) { en: "{amount} ({month})", zh: "{amount}（{month}）" }
    change_price_unknown { en: "price unknown", zh: "价格未知" }
    fits_tightly { en: "fits tightly", zh: "勉强放下" }
    ram_change(was, is) { en: "RAM to buy {was} → {is} GiB", zh: "需购内存 {was} → {is} GiB" }

    tabs { en: "Views of this plan", zh: "此方案的各个视图" }
    tab_memory { en: "Memory", zh: "显存与内存" }
    tab_speed { en: "Speed and data", zh: "速度与数据" }
    tab_improve { en: "Improve", zh: "改进" }
    tab_machine { en: "Machine", zh: "整机" }
    tab_compare { en: "Compare", zh: "比较" }
    tab_code { en: "Code", zh: "代码" }
    tab_diagnose { en: "Diagnose", zh: "诊断" }
    tab_why { en: "Why", zh: "依据" }
    edit { en: "Edit", zh: "修改" }
    save { en: "Save", zh: "保存" }
    figures { en: "How each figure comes about", zh: "各项数字的依据" }
    figures_about { en: "Each with this plan's values; in small type its name in the API.", zh: "均代入此方案的数值；小字是它在 API 中的名称。" }
}

/// Samples of a second, by the short form of their rate.
#[must_use]
pub fn rate(locale: Locale, rate: &str) -> String {
    match locale {
        Locale::En => format!("Samples: {rate}"),
        Locale::Zh => chinese_rate(rate),
    }
}

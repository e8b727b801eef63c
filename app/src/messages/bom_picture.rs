//! Texts of the picture of a machine.

messages! {
    title { en: "The machine", zh: "整机" }
    about {
        en: "Lengths and widths of the cards are to scale where they are known; where the slots of a board lie differs from board to board.",
        zh: "显卡的长度和厚度在已知时按比例绘制；各主板的插槽位置不同，图中位置仅为示意。",
    }
    none {
        en: "There is no picture of this kind of machine. The list below has all of its parts.",
        zh: "此类机器没有示意图，全部部件见下方清单。",
    }
    nodes(count) { en: "One of {count} equal nodes", zh: "共 {count} 个相同节点，图为其中一个" }
    nodes_short(count) { en: "× {count} nodes", zh: "共 {count} 个节点" }
    several(count, name) { en: "{count} × {name}", zh: "{count} × {name}" }
    there(count) { en: "{count} there already", zh: "已有 {count} 件" }
    devices(count) { en: "{count} devices each", zh: "每块含 {count} 个设备" }
    more_cards(count) { en: "and {count} more like these", zh: "另有 {count} 块相同的卡" }
    lanes(lanes, generation) { en: "x{lanes}, PCIe {generation}.0", zh: "x{lanes}，PCIe {generation}.0" }
    lanes_of(lanes, own, generation) { en: "x{lanes} of x{own}, PCIe {generation}.0", zh: "x{lanes}（卡为 x{own}），PCIe {generation}.0" }
    free_slots(count) { en: "typical boards take {count} more at x8", zh: "同类主板通常还可装 {count} 块（x8）" }
    size(length, slots) { en: "{length} mm long, {slots} slots", zh: "长 {length} mm，占 {slots} 槽" }
    size_one_slot(length) { en: "{length} mm long, 1 slot", zh: "长 {length} mm，占 1 槽" }
    size_unknown { en: "size not known", zh: "尺寸未知" }
    size_partly { en: "not all of its size is known", zh: "尺寸不全" }
    air_fans { en: "Air: the cards' fans leave their warm air in the case", zh: "散热：显卡风扇将热风留在机箱内" }
    air_open { en: "Air: the cards' fans blow into the room", zh: "散热：显卡风扇将热风吹向室内" }
    air_blower { en: "Air: each card blows its warm air out at the back", zh: "散热：显卡将热风从后部排出" }
    air_passive { en: "Air: the chassis' fans push air through the cards", zh: "散热：机箱风扇将风送过显卡" }
    air_needed { en: "Air: these cards have no fans and need a server's", zh: "散热：这些卡没有风扇，需要服务器送风" }
    air_server { en: "Air or liquid: the server cools the modules", zh: "散热：由服务器风冷或液冷模块" }
    air_unknown { en: "Air: how the cards are cooled is not known", zh: "散热：显卡的散热方式未知" }
    joined { en: "the board joins all modules", zh: "底板将所有模块互联" }
    module_of(filled, slots) { en: "{filled} of {slots} memory slots", zh: "内存插槽 {filled} / {slots}" }
    channels_of(filled, channels) { en: "{filled} of {channels} channels", zh: "通道 {filled} / {channels}" }
    modules(count, size, kind) { en: "{count} × {size} GB {kind}", zh: "{count} × {size} GB {kind}" }
    memory_unknown { en: "modules not known", zh: "内存条规格未知" }
    rating(watts) { en: "delivers {watts} W", zh: "输出 {watts} W" }
    rating_short(watts) { en: "{watts} W", zh: "{watts} W" }
    draws(watts) { en: "draws {watts} W for long", zh: "持续功耗 {watts} W" }
    draws_least(watts) { en: "draws more than {watts} W: not all powers are known", zh: "功耗超过 {watts} W：部分功耗未知" }
    draws_unknown { en: "what it draws is not known", zh: "功耗未知" }
    transient(watts) { en: "up to {watts} W for a moment", zh: "瞬时可达 {watts} W" }
    pool(size) { en: "{size} GiB of memory that processor and graphics share", zh: "{size} GiB 内存，由处理器和图形核心共用" }
    whole { en: "Processor, graphics, memory, drive and power supply are one computer", zh: "处理器、图形核心、内存、硬盘和电源为一台整机" }
    processor { en: "Processor", zh: "处理器" }
    board { en: "Board", zh: "主板" }
    memory { en: "Memory", zh: "内存" }
    drives { en: "Drives", zh: "硬盘" }
    starts_from(drive) { en: "System: {drive}", zh: "系统盘：{drive}" }
    supply { en: "Power", zh: "供电" }
    network { en: "Network", zh: "网络" }
    look_out { en: "Look out", zh: "注意" }
    slots_exceeded { en: "more cards than slots", zh: "显卡多于插槽" }
    lanes_below { en: "fewer than 8 lanes each", zh: "每卡不足 8 条通道" }
    needs_risers { en: "on risers", zh: "需用转接线" }
    slot_spacing { en: "slots must lie apart", zh: "插槽间距须足够" }
    no_link { en: "no link between the cards", zh: "显卡之间没有直连" }
    several_computers { en: "computers are nodes, not cards", zh: "整机应作为节点，而非显卡" }
    memory_slots { en: "more modules than slots", zh: "内存条多于插槽" }
    memory_most { en: "more than the board takes", zh: "超过主板上限" }
    memory_channels { en: "some channels stay empty", zh: "有通道未插满" }
    memory_doubled { en: "two on a channel run slower", zh: "每通道两条会降速" }
    supply_short { en: "short of power", zh: "功率不足" }
    supply_limit { en: "little reserve", zh: "余量不足" }
    supply_peaks { en: "peaks may trip it", zh: "瞬时峰值可能触发保护" }
    connectors { en: "too few 16-pin connectors", zh: "16 针接口不足" }
    adapter { en: "needs an adapter", zh: "需要转接线" }
    circuit_120 { en: "more than 120 V, 15 A carry", zh: "超过 120 V、15 A 电路" }
    circuit_230_10 { en: "more than 230 V, 10 A carry", zh: "超过 230 V、10 A 电路" }
    circuit_230_16 { en: "more than 230 V, 16 A carry", zh: "超过 230 V、16 A 电路" }
    no_air { en: "no air for these cards", zh: "这些卡缺少送风" }
    no_network_slot { en: "no slot left for it", zh: "没有空插槽" }
}

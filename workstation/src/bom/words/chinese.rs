//! Findings in Chinese.

use crate::bom::Finding;
use wording::format::{coarse, count, decimal, trimmed, whole_percent};

#[expect(clippy::too_many_lines, reason = "one line or two a finding")]
pub fn finding(finding: &Finding) -> String {
    match finding {
        Finding::NarrowLink { lanes, own, cards } => format!(
            "{cards} 块卡使每块只有 x{lanes}（显卡为 x{own}）；低于 x8 时批次和梯度传输需要等待：请选用通道更多的处理器，或减少显卡"
        ),
        Finding::SharedLink { lanes, own, cards, slows: Some(true) } => {
            format!("{cards} 块卡使每块只有 x{lanes}（显卡为 x{own}），而此训练正受该链路限制；工作站或服务器平台可提供全部通道")
        }
        Finding::SharedLink { lanes, own, slows: None, .. } => format!("每块卡为 x{lanes}（显卡为 x{own}）"),
        Finding::SharedLink { lanes, own, slows: Some(false), .. } => {
            format!("每块卡为 x{lanes}（显卡为 x{own}）；此训练不受影响")
        }
        Finding::TooManyCards { cards, most } => {
            format!("有 {cards} 块卡，而此类主板最多以 x8 承载 {most} 块：请换平台，或减少每个节点的显卡")
        }
        Finding::Risers { cards, side_by_side, slots, blows_inside } => {
            let thick = slots.map(|slots| format!("每块 {} 槽的", trimmed(slots, 1))).unwrap_or_default();
            let fans = if *blows_inside { "，且风扇会把热风吹向相邻的卡" } else { "" };
            format!(
                "{cards} 块{thick}卡无法并排安装（此类主板可并排 {side_by_side} 块双槽卡{fans}）：请在开放式机架上使用延长线，或选用双槽涡轮卡"
            )
        }
        Finding::SlotSpacing { cards, slots } => {
            format!("{cards} 块 {} 槽的卡要求主板两条 x8 插槽间距足够，且机箱下方有空间", trimmed(*slots, 1))
        }
        Finding::LongCard { length, takes, is_usual: true } => {
            format!("此类显卡常见长度 {} mm，机箱最长可装 {} mm：请换机箱或选更短的卡", decimal(*length, 0), decimal(*takes, 0))
        }
        Finding::LongCard { length, takes, is_usual: false } => {
            format!("机箱最长可装 {} mm，而此类显卡最长达 {} mm：购买时请核对长度", decimal(*takes, 0), decimal(*length, 0))
        }
        Finding::FewRows { rows, filled } => {
            format!("最后一块卡占到第 {filled} 个槽位，机箱只有 {rows} 个：请选槽位更多的机箱（多数主板的槽位凭记忆录入，请查手册）")
        }
        Finding::LargeBoard => "主板大于机箱可装的尺寸：请更换其中之一".to_owned(),
        Finding::LargeSupply => "机箱装不下此电源或这么多电源：请更换其中之一".to_owned(),
        Finding::OtherCase => "所要求类型的机箱装不下这台机器：列出的是其他机箱".to_owned(),
        Finding::LargeCooler => "机箱没有空间安装此散热器：请更换其中之一".to_owned(),
        Finding::WeakCooler { watts, takes } => {
            format!("散热器可持续散去 {} W，处理器持续功率 {} W：高负载时会降频", decimal(*takes, 0), decimal(*watts, 0))
        }
        Finding::UnratedCooler { watts } => format!("此散热器没有标称散热能力；处理器持续功率 {} W", decimal(*watts, 0)),
        Finding::SlotLanes { lanes, generation, counted: (more, newer) } => format!(
            "此主板有插槽只给显卡 PCIe {generation}.0 x{lanes}，而估算按 PCIe {newer}.0 x{more} 计：请换主板"
        ),
        Finding::CloseSlots { gap, rows } => {
            format!("此主板插槽间距 {gap} 槽，显卡占 {rows} 槽：请用更薄的卡、延长线或其他主板（多数主板的槽位凭记忆录入，请查手册）")
        }
        Finding::SharedM2 { drives } => format!("{drives} 块硬盘所在的 M.2 插槽会占用显卡通道：请先用其他插槽"),
        Finding::OldFirmware { board, processor, flashes_alone: true } => {
            format!("主板发布于 {board}，处理器发布于 {processor}：可能需要更新固件，此主板无需处理器即可更新")
        }
        Finding::OldFirmware { board, processor, flashes_alone: false } => {
            format!("主板发布于 {board}，处理器发布于 {processor}：可能要先用旧处理器更新固件才能启动；请向商家索取已更新固件的主板")
        }
        Finding::OtherSystem { accelerators, cards } => {
            format!("此整机（可装 {accelerators} 块）不是为这 {cards} 块加速卡出售的：请换一款")
        }
        Finding::SystemPower { inside, delivers } => {
            format!("部件最高功率 {} W，而整机电源只能输出 {} W", decimal(*inside, 0), decimal(*delivers, 0))
        }
        Finding::NoPicture => "整机没有显示输出：请通过网络安装系统，或加一块小显卡".to_owned(),
        Finding::Few8Pin { needed, available } => {
            format!("显卡需要 {needed} 个 8 针接口，电源只有 {available} 个：请选接口更多的电源，不要用分线")
        }
        Finding::TooManyModules { modules, slots } => {
            format!("有 {modules} 条内存，而主板只有 {slots} 个插槽：请用更大的内存条或换平台")
        }
        Finding::TooMuchMemory { asked, most } => {
            format!("内存 {asked} GiB 超过处理器与主板支持的 {most} GiB：请选用工作站或服务器平台")
        }
        Finding::NotAKit { asked, listed } => {
            format!("没有套装恰好为 {asked} GiB；清单为 {listed} GiB，各项数据仍按 {asked} GiB 计算")
        }
        Finding::SlowModules { modules, rates: Some((one, two)) } => format!(
            "{modules} 条内存即每通道两条：速率为 {} MT/s 而非 {}；改用两条更大的内存可保持速率",
            count(*two),
            count(*one)
        ),
        Finding::SlowModules { modules, rates: None } => {
            format!("{modules} 条内存即每通道两条，速率会降低；改用两条更大的内存可保持速率")
        }
        Finding::EmptyChannels { modules: 1, channels } => {
            format!("只有一条内存，{channels} 个通道只用一个，内存速率减半或更低：请用两条以上")
        }
        Finding::EmptyChannels { modules, channels } => format!("{modules} 条内存只用到 {channels} 个通道中的 {modules} 个；用满通道速率更高"),
        Finding::TooFewConnectors { needed, available } => {
            format!("显卡共需 {needed} 个独立的 16 针接口，电源只有 {available} 个：不可分接，请选用接口更多的电源")
        }
        Finding::Adapter { is_12pin: true } => "厂商原版卡为 12 针接口：其转接线须占用电源的两条独立 8 针线".to_owned(),
        Finding::Adapter { is_12pin: false } => "显卡使用处理器类的 8 针（EPS）接口：普通电源需要转接线".to_owned(),
        Finding::SupplyTooSmall { inside, rating } => {
            format!("整机内部需要 {} W，电源只能输出 {} W：满载会关机", decimal(*inside, 0), decimal(*rating, 0))
        }
        Finding::SupplyAtLimit { inside, rating } => format!(
            "整机内部需要 {} W，为电源 {} W 的 {}；长期负载通常取 75–80%",
            decimal(*inside, 0),
            decimal(*rating, 0),
            whole_percent(inside / rating)
        ),
        Finding::Excursion { transient, survives, is_atx3 } => format!(
            "显卡瞬时峰值（0.1 毫秒）可达 {} W，此类电源只须承受 {} W（{}）：请选用更大的电源",
            decimal(*transient, 0),
            decimal(*survives, 0),
            if *is_atx3 { "ATX 3，200%" } else { "ATX 3 之前，150%" }
        ),
        Finding::BelowAdvice { rating, advised } => {
            format!("厂商建议单卡整机使用 {} W 电源；此电源为 {} W", decimal(*advised, 0), decimal(*rating, 0))
        }
        Finding::SeveralSupplies { count } => format!(
            "{count} 个电源共用一个节点：须共地并同步启动（同步板，或有两个 24 针接口的主板），同一块卡不可由两个电源供电"
        ),
        Finding::SupplyUnsized { inside } => {
            format!("没有足够的塔式机箱电源，或显卡功率未知；已知部件内部功率为 {} W", decimal(*inside, 0))
        }
        Finding::Circuit { wall, carries, volts, amperes } => {
            let remedy = match (volts, amperes) {
                (120, 15) => "请使用 20 A 或 200–240 V 电路",
                (100 | 120, _) => "请使用 200–240 V 电路",
                (_, 10 | 13) => "请使用独立电路上的 16 A（C20）接口",
                _ => "需要多路供电，如数据中心",
            };
            format!("单节点墙上功率 {} W；{volts} V、{amperes} A 可持续承载 {} W：{remedy}", decimal(*wall, 0), decimal(*carries, 0))
        }
        Finding::PassiveCard => "此卡无自带风扇，在塔式机箱内会过热：请选用服务器机箱，或带散热器的显卡".to_owned(),
        Finding::NoBaseboard => {
            "此加速器为模组（SXM、OAM），只能装在厂商的专用底板上，该底板随处理器以整台服务器出售：请选用此类服务器，或 PCI Express 卡".to_owned()
        }
        Finding::SeveralComputers { count } => format!("{count} 台整机是 {count} 个节点，而不是一个节点的多块卡：请设置节点数"),
        Finding::NoEcc { hours, nodes } => format!(
            "内存没有纠错（ECC），而训练要在 {nodes} 个节点上运行约 {} 小时：位翻转会悄然破坏结果；请保留检查点，或选用支持 ECC 的平台",
            coarse(*hours)
        ),
        Finding::NoLink { cards, share, bridged } => {
            let what = match bridged {
                0 => "此类卡没有 NVLink".to_owned(),
                2 => "此类卡只能两两桥接".to_owned(),
                most => format!("此类卡最多 {most} 块可桥接"),
            };
            format!("{what}：{cards} 块卡经 PCI Express 交换梯度，占每步的 {}", whole_percent(*share))
        }
        Finding::Network { nodes, share } => format!(
            "{nodes} 个节点经网络交换梯度：按估算所用的 100 Gbit/s 占每步的 {}；200–400 Gbit/s 的 InfiniBand 或以太网可缩短",
            whole_percent(*share)
        ),
        Finding::NoNetworkSlot { cards } => {
            format!("{cards} 块卡占满桌面主板的通道，而 100 Gbit/s 网卡还需 8 或 16 条通道：请选用工作站平台")
        }
        Finding::BelowTier { installed, low, high, recommended } => format!(
            "内存 {installed} GiB 低于经验规则 C1 对这些卡的 {}–{} GiB；按本次训练的估算，建议 {recommended} GiB{}",
            trimmed(*low, 1),
            trimmed(*high, 1),
            if recommended <= installed { "，现有内存已满足" } else { "" }
        ),
        Finding::BelowCard { installed, card } => {
            format!("内存 {installed} GiB，而每块卡有 {card} GiB 显存：权重和检查点要经过内存，内存至少应与一块卡的显存相当")
        }
        Finding::FewCores { cores, cards, wanted } => {
            format!("{cores} 个核心对 {cards} 块卡：数据加载、内核启动和系统共用这些核心，应不少于 {wanted} 个（规则 D5）")
        }
        Finding::TooManyDrives { drives, places } => {
            format!("共 {drives} 块硬盘，而此类主板通常只有 {places} 个位置：请改用容量更大的硬盘、带独立通道的转接卡或网络存储")
        }
        Finding::Worn { written, endurance } => format!(
            "此任务将写入 {} TB（数据集一次，每轮一个检查点），而厂商保证的总写入量为 {} TB：请减少写入检查点的次数，或选用写入寿命更高的硬盘",
            decimal(*written, 1),
            decimal(*endurance, 0)
        ),
        Finding::Sockets { sockets, channels, modules, cards } => format!(
            "共 {sockets} 颗处理器，每颗有 {channels} 个内存通道、{modules} 条内存和 {cards} 块卡：请让每个进程运行在其显卡所在的一侧（`numactl --cpunodebind=N --membind=N`）。跨处理器的传输未计入估算：两块 PCIe 5.0 x16 的卡，同一处理器内实测 53 至 56 GB/s，跨处理器 39 至 51 GB/s（voipmonitor/rtx6kpro）"
        ),
        Finding::OpenFans { cards } => {
            format!("{cards} 块把热风留在机箱内的开放式风扇显卡并排装入机架：请选涡轮版或服务器版")
        }
        Finding::VramIdle { vram, ram } => format!(
            "内存已满（{}）而显存闲置（仅用 {}）：增加内存、减少加载进程或不在内存缓存，可增大批次（规则 C5）",
            whole_percent(*ram),
            whole_percent(*vram)
        ),
        Finding::RamIdle { vram, ram } => format!(
            "显存已满（{}）而内存闲置（仅用 {}）：可在内存缓存数据集、把优化器状态卸载到内存，或少买内存（规则 C5）",
            whole_percent(*vram),
            whole_percent(*ram)
        ),
        Finding::PowerUnknown { cards, processors } => format!(
            "{}的功率未公布：合计中缺少该项，也不给出能耗",
            match (cards, processors) {
                (true, true) => "显卡和处理器",
                (true, false) => "显卡",
                (false, _) => "处理器",
            }
        ),
        Finding::OldCard { launch, years } => {
            format!("此卡于 {launch} 发布，距今 {years} 年：多为二手，框架和驱动可能不再支持")
        }
        Finding::OldPrices { as_of, months } => format!("合计中最早的价格为 {as_of}，距今 {months} 个月；下单前请询价"),
        Finding::UnknownPrices { parts } => format!("有 {parts} 行价格未知，未计入合计"),
        Finding::UnusedPrices { ids, count } => {
            let total = if *count > ids.len() as u64 { format!("等共 {count} 项") } else { String::new() };
            format!("以下自有价格不对应清单中的任何一行，未计入合计：{}{total}", ids.join("、"))
        }
        Finding::IdleOwned { ids, count } => {
            let total = if *count > ids.len() as u64 { format!("等共 {count} 项") } else { String::new() };
            format!("已有，但此处用不上：{}{total}", ids.join("、"))
        }
        Finding::Uncertain { parts } => format!("来源薄弱或相互矛盾的数据：{}", parts.join("、")),
    }
}

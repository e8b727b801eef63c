//! Texts of the advisor: changes, plans to choose from, constraints.

messages! {
    failed { en: "The advisor could not be asked. The figures above are right; only the proposals are missing.", zh: "无法获取建议。以上数据有效，仅缺少调整建议。" }
    failed_busy { en: "The server is busy, so the advisor has no proposals yet. The figures above are right.", zh: "服务器繁忙，暂无调整建议。以上数据有效。" }
    retry { en: "Try again", zh: "重试" }
    missing { en: "Not there yet.", zh: "暂无。" }

    single_fits { en: "One change makes it fit", zh: "只需一项调整即可放下" }
    together_fit { en: "No single change is enough; together these make it fit", zh: "单独一项不够，合起来即可放下" }
    apply_all { en: "Apply all", zh: "全部应用" }
    nearest { en: "The nearest hardware that holds a plan", zh: "能放下方案的最接近的硬件" }
    nearest_cards(count) { en: "{count} of these cards", zh: "{count} 块同款显卡" }
    compared_by { en: "Plans are compared by", zh: "方案依次按以下各项比较" }
    switched_on { en: "Switched on in this plan", zh: "本方案已启用" }
    switched_on_about { en: "Switched off, the setting goes back to automatic.", zh: "关闭后，该设置恢复为自动。" }
    more_changes(count) { en: "{count} more changes", zh: "另外 {count} 项调整" }
    excludes { en: "Excludes", zh: "不可同时使用" }
    needs { en: "Needs", zh: "还需要" }
    rest { en: "Allocator and context", zh: "分配器与上下文" }
    ram { en: "RAM", zh: "内存" }

    front { en: "Plans to choose from", zh: "可选方案" }
    front_about {
        en: "No other plan beats any of these in time, free memory and results at once: further left is faster, further up leaves more memory. Free is what the run can do without.",
        zh: "没有其他方案能在时间、剩余显存和结果上同时胜过这些方案：越靠左越快，越靠上剩余显存越多。剩余显存指训练用不到的显存。",
    }
    front_none { en: "There is no choice to make: no plan fits, or one is best in every respect.", zh: "无需选择：没有方案放得下，或有一个方案在各方面都最好。" }
    front_table { en: "Table of plans", zh: "方案数据表" }
    free_vram { en: "Free VRAM", zh: "剩余显存" }
    free_vram_axis { en: "Free VRAM, GiB", zh: "剩余显存，GiB" }
    effect { en: "Results", zh: "对结果的影响" }
    plan { en: "Plan", zh: "方案" }
    as_asked { en: "as asked", zh: "本方案" }
    recommended { en: "recommended", zh: "推荐" }

    constraints { en: "Constraints", zh: "约束条件" }
    global_batch { en: "Global batch size", zh: "全局批次大小" }
    max_gpus { en: "At most this many GPUs", zh: "GPU 数上限" }
    deadline { en: "Deadline for all epochs, hours", zh: "全部轮次的期限，小时" }
    methods { en: "Accepted methods (none ticked: any)", zh: "可接受的训练方法（不选表示任意）" }
    contradiction { en: "No plan keeps these constraints", zh: "没有方案能满足这些约束" }
    relax_to(value) { en: "Set to {value}", zh: "改为 {value}" }
    relax_method(method) { en: "Accept {method} too", zh: "也接受 {method}" }
    relax_drop { en: "Drop it", zh: "取消此约束" }
}

//! Texts of the ladder of host memory.

messages! {
    title { en: "How much RAM for this run", zh: "本次训练需要多大内存" }
    about {
        en: "Each row is this plan with that much RAM, all else as asked; its link opens it.",
        zh: "每一行都是本方案换用该容量内存的结果，其余设置不变；点击容量即可打开。",
    }
    ram { en: "RAM", zh: "内存" }
    installed { en: "installed", zh: "已装" }
    recommended { en: "recommended", zh: "推荐" }
    with_batch(batch) { en: "with batch {batch}", zh: "批次为 {batch}" }
    holds { en: "Holds the run", zh: "能否容纳" }
    peak_of(peak, usable) { en: "{peak} of {usable} usable", zh: "需要 {peak}，可用 {usable}" }
    reading { en: "Reading the data", zh: "读一遍数据" }
    paging { en: "Paging", zh: "换页等待" }
    paging_times(step, epoch) { en: "{step} a step, {epoch} an epoch", zh: "每步 {step}，每轮 {epoch}" }
    paging_staging(time) { en: "{time} to load or save weights", zh: "加载或保存权重时 {time}" }
    no_paging { en: "none", zh: "无" }
    samples { en: "Samples", zh: "样本" }
    later_epoch { en: "Later epoch", zh: "后续每轮" }
    cached(share) { en: "{share} cached", zh: "已缓存 {share}" }
    workers { en: "Most workers per GPU", zh: "每卡加载进程上限" }
    no_workers { en: "none", zh: "无" }
    price { en: "Price in the catalog", zh: "目录价格" }
    price_none { en: "no kit for this processor", zh: "该处理器无此容量的内存套装" }
    price_there { en: "already there", zh: "已有" }
    price_of(kit, amount, month) { en: "{amount} ({month}), {kit}", zh: "{amount}（{month}），{kit}" }
    price_unknown_of(kit) { en: "unknown, {kit}", zh: "未知，{kit}" }
    price_on_board(price, memory) { en: "{price}; needs a board for {memory}", zh: "{price}；需 {memory} 主板" }
    unified { en: "This memory is part of the computer and comes in one size: there is no other RAM to compare.", zh: "内存与该计算机一体，只有一种容量，没有其他内存可选。" }

    short_pages(page, memory, times) {
        en: "When RAM is short, the system pages: what has not been used for long is written to the drive and read back when it is needed. Pages come back from this drive at {page}, memory gives {memory}: {times} times slower. Where there is no room left to page to, Linux kills the process (“Killed”, exit status 137), and Windows refuses it the memory, so that it ends with an error.",
        zh: "内存不足时，系统会换页：把久未使用的内容写到硬盘，需要时再读回。从该硬盘换回的速率为 {page}，内存为 {memory}，相差 {times} 倍。换页空间也用尽时，Linux 会杀死进程（显示 Killed，退出码 137），Windows 则拒绝分配内存，进程报错退出。",
    }
    short_vram {
        en: "RAM that is short never moves to VRAM. It is the other way round, and for another reason: when VRAM is short, the Windows driver moves what the card cannot hold into RAM (“shared GPU memory”), which then has to be free; on Linux the run ends with an out-of-memory error.",
        zh: "内存不足时，内容不会转移到显存。实际情况正好相反，原因也不同：显存不足时，Windows 驱动会把显卡放不下的部分移到内存（“共享 GPU 内存”），这时内存必须有空余；在 Linux 上则会报显存不足并中止。",
    }
    guides { en: "The guides and their cases", zh: "各指南及其案例" }
    short_guide {
        en: "Guide A (rules A1 and A2) says otherwise: it counts VRAM that spills into shared memory among the effects of too little RAM. VRAM spills only when the card is full, whatever the RAM, and more RAM does not prevent it; in the guide’s own cases the reported peaks are below the card’s 24 GB.",
        zh: "指南 A（规则 A1、A2）的说法与此不符：它把显存溢出到共享内存算作内存不足的后果。显存只在显卡装满时才会溢出，与内存大小无关，加内存也无法避免；而该指南自己的案例中，报告的显存峰值都低于显卡的 24 GB。",
    }
}

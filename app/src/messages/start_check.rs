//! Texts of a start-up log beside the answer.

messages! {
    title { en: "Your start beside this answer", zh: "与实际启动日志对照" }
    said { en: "Your log", zh: "日志" }
    known { en: "Expected", zh: "预期" }
    apart { en: "Differs by", zh: "相差" }
    alike { en: "The start is as expected.", zh: "启动结果与预期一致。" }
    partly {
        en: "What the log says is as expected; how much is left for keys and values it does not say.",
        zh: "日志所示与预期一致；但未说明留给键值缓存的显存。",
    }
    engine(said, known) {
        en: "This is a log of {said}, and the answer is for {known}: choose {said} above to compare them.",
        zh: "这是 {said} 的日志，而上面的答案针对 {known}：请在上方选择 {said} 后再对照。",
    }
    memory {
        en: "the card refused memory while the engine started or answered: leave it more room with the changes below, or end other programs on the card (nvidia-smi lists them)",
        zh: "引擎启动或回答时显存不足：可按下文的调整腾出显存，或结束显卡上的其他程序（nvidia-smi 会列出）",
    }
    weights {
        en: "The weights differ: another checkpoint, another format, more or fewer cards, or adapters and drafts loaded beside them.",
        zh: "权重不同：可能是另一个权重文件、另一种格式、显卡数量不同，或同时加载了适配器、草稿模型。",
    }
    smaller(missing) {
        en: "{missing} less are left for keys and values than expected: other programs or a desktop hold part of the card, the engine prepares for more requests or longer passes, takes a smaller share, or is a version that counts its graphs otherwise.",
        zh: "留给键值缓存的显存比预期少 {missing}：其他程序或桌面占用显存，引擎为更多请求或更长的单次处理作准备，占用比例更小，或该版本对 CUDA 图的计法不同。",
    }
    larger {
        en: "More is left for keys and values than expected: the engine prepares for fewer requests, takes a larger share, or leaves its graphs outside of it.",
        zh: "留给键值缓存的显存比预期多：引擎为更少的请求作准备，占用比例更大，或未把 CUDA 图计入份额。",
    }
    other {
        en: "The sizes of weights and pool agree and another figure does not: keys and values are kept in another type, or passes have another length.",
        zh: "权重和缓存池一致而其他数字不同：键值缓存类型不同，或单次处理的长度不同。",
    }
    nothing {
        en: "No line of this log is known. Paste what vLLM, SGLang, TensorRT-LLM, llama.cpp or TabbyAPI prints from its start on, or the error that ends it.",
        zh: "日志中没有可识别的内容。请粘贴 vLLM、SGLang、TensorRT-LLM、llama.cpp 或 TabbyAPI 启动后的输出，或使其结束的错误。",
    }
    paste { en: "Check your own start", zh: "核对启动日志" }
    text { en: "Start-up log, or the error that ends it", zh: "启动日志或报错" }
    kept { en: "The text is read once and not kept.", zh: "文本只读取一次，不会保存。" }
    read { en: "Compare", zh: "对照" }
}

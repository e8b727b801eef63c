//! Texts of the page that reads a model from its own files.

messages! {
    title { en: "My model", zh: "我的模型" }
    description {
        en: "Paste a config.json, a safetensors header or its index: parameters by part, what was understood and what was not, and a plan with the model.",
        zh: "粘贴 config.json、safetensors 文件头或其索引，得到各部分的参数量、已识别与未识别的内容，以及使用该模型的方案。",
    }
    about {
        en: "A model that the catalog does not list is planned by its config.json. Paste that, the header of a safetensors file, a model.safetensors.index.json, or just a name from Hugging Face. For a network of your own, paste what rigwise-trace wrote of it.",
        zh: "目录中没有的模型可按其 config.json 规划。请粘贴 config.json、safetensors 文件头、model.safetensors.index.json，或只填 Hugging Face 上的模型名称。您自己的网络，请粘贴 rigwise-trace 的输出。",
    }
    kept {
        en: "The text is read and forgotten: nothing of it is stored or logged, and nothing is fetched from other sites.",
        zh: "文本读取后即丢弃：不保存，不写入日志，也不会从其他网站获取任何内容。",
    }
    text { en: "File or name", zh: "文件内容或名称" }
    file { en: "Or choose files", zh: "或选择文件" }
    file_about {
        en: "They are read in this browser into the box above; of .safetensors files only the header. Files can also be dropped onto the box.",
        zh: "文件在本浏览器中读入上面的文本框；.safetensors 文件只读取文件头。也可以把文件拖到文本框上。",
    }
    filled { en: "The file is in the box. Press \"Read it\".", zh: "文件内容已填入文本框，请点击“读取”。" }
    too_long {
        en: "The file is too long for a page. The command line reads it: rigwise model FILE.",
        zh: "文件过长，网页无法处理。可用命令行读取：rigwise model FILE。",
    }
    failed { en: "The file could not be read.", zh: "无法读取该文件。" }
    read { en: "Read it", zh: "读取" }

    configuration { en: "Configuration of a model", zh: "模型配置" }
    header { en: "Weights, by the header of their files", zh: "权重（按文件头）" }
    index { en: "Weights, by their index", zh: "权重（按索引）" }
    trace { en: "Network of your own, traced", zh: "您自己的网络（已追踪）" }
    name { en: "Model by its name", zh: "按名称查找模型" }
    unreadable { en: "Not understood", zh: "无法识别" }
    empty { en: "The box is empty: paste a file or type a name first.", zh: "文本框为空：请先粘贴文件内容或填写名称。" }
    fault(detail) { en: "The text {detail}.", zh: "文本{detail}。" }
    no_json(line, column) {
        en: "The text is neither a name nor JSON: it stops being JSON at line {line}, character {column}.",
        zh: "文本既不是名称，也不是 JSON：第 {line} 行第 {column} 个字符处不是有效的 JSON。",
    }
    no_object { en: "The text is JSON, but no object: a configuration begins with a brace.", zh: "文本是 JSON，但不是对象：配置应以花括号开头。" }

    is_kind(kind) { en: "Read as a {kind} model.", zh: "按 {kind} 模型读取。" }
    is_listed { en: "The catalog has this very model:", zh: "目录中有完全相同的模型：" }
    is_named { en: "It calls itself as this model of the catalog:", zh: "它自称为目录中的这个模型：" }
    same_count { en: "Models of the catalog with as many parameters:", zh: "目录中参数量相同的模型：" }
    same_count_about {
        en: "As many parameters make no two models the same; the plan needs the config.json.",
        zh: "参数量相同并不意味着模型相同；生成方案需要 config.json。",
    }
    no_same_count { en: "No model of the catalog has exactly as many parameters. A plan needs the config.json.", zh: "目录中没有参数量完全相同的模型。生成方案需要 config.json。" }
    not_listed(name) { en: "The catalog does not list \u{201c}{name}\u{201d}.", zh: "目录中没有“{name}”。" }
    likely { en: "Perhaps one of these is meant; none was taken:", zh: "可能是以下之一；未自动选用：" }
    paste_instead { en: "Paste its config.json to plan with it.", zh: "粘贴其 config.json 即可规划。" }

    total { en: "Parameters", zh: "参数量" }
    total_of(count) { en: "{count} parameters", zh: "{count} 个参数" }
    active(count) { en: "{count} of them work for a token.", zh: "其中每个 token 激活 {count} 个。" }
    bytes_of(bytes) { en: "{bytes} of weights", zh: "权重共 {bytes}" }
    in_files(files) { en: "in {files} files", zh: "分布在 {files} 个文件中" }
    parts { en: "Parameters by part", zh: "各部分参数量" }
    tensors_by_part { en: "Tensors by part", zh: "各部分张量数" }
    part { en: "Part", zh: "部分" }
    share { en: "Share", zh: "占比" }
    tensors { en: "Tensors", zh: "张量" }
    size { en: "Size", zh: "大小" }
    all { en: "All", zh: "合计" }
    dtypes { en: "By type of number", zh: "按数据类型" }
    dtype { en: "Type", zh: "类型" }
    widths { en: "Parameters that these bytes are", zh: "按位宽折算的参数量" }
    width { en: "Bits of a parameter", zh: "每个参数的位数" }
    as_many { en: "As many as", zh: "与之相同" }
    structure { en: "Structure", zh: "结构" }
    blocks(count, name) { en: "{count} blocks in {name}", zh: "{name} 中有 {count} 个块" }
    experts(count) { en: "{count} experts in a block", zh: "每个块 {count} 个专家" }
    own_head { en: "The head over the vocabulary has a tensor of its own: it is not tied to the embedding.", zh: "词表输出头有独立张量，未与嵌入共享。" }
    tied_head { en: "No tensor for a head over the vocabulary: it is tied to the embedding, or the model has none.", zh: "没有词表输出头的张量：与嵌入共享，或模型没有输出头。" }

    faults { en: "At fault", zh: "有误" }
    keys { en: "Understood", zh: "已识别" }
    key { en: "Key", zh: "键" }
    value { en: "Value", zh: "值" }
    meaning(field) { en: "read as {field}", zh: "读取为 {field}" }
    not_read { en: "Not read", zh: "未识别" }
    not_read_about { en: "The count and the plan go on without these keys.", zh: "参数统计和方案不考虑这些键。" }
    only(value) { en: "modelled only as {value}", zh: "仅对 {value} 建模" }
    ignored_one { en: "1 key on which no figure depends", zh: "1 个与结果无关的键" }
    ignored(count) { en: "{count} keys on which no figure depends", zh: "{count} 个与结果无关的键" }
    notes { en: "To know", zh: "说明" }
    traced_as(name) { en: "{name}, as it was traced.", zh: "{name}（追踪结果）。" }
    on_cards { en: "Largest batch by card", zh: "各显卡的最大批量" }
    on_cards_about {
        en: "Samples at once in mixed precision (BF16) with AdamW, at the safe end of the estimate.",
        zh: "BF16 混合精度、AdamW 优化器下一次可训练的样本数，按估算的保守端计算。",
    }
    checkpointed_about {
        en: "Where blocks are computed again (activation checkpointing), more fit and a step takes longer.",
        zh: "重新计算各块（激活检查点）可容纳更多样本，但每步更慢。",
    }
    card { en: "Card", zh: "显卡" }
    memory { en: "Memory", zh: "显存" }
    largest { en: "Largest batch", zh: "最大批量" }
    largest_checkpointed { en: "With blocks computed again", zh: "重新计算各块时" }
    too_large { en: "does not fit", zh: "放不下" }
    one_sample(bytes) { en: "One sample at a time takes {bytes} of VRAM.", zh: "一次一个样本需要 {bytes} 显存。" }
    from_one { en: "Smallest card of these that trains it:", zh: "其中能训练它的最小显卡：" }
    more_of_trace {
        en: "Other precisions, optimizers and cards, memory over time, speed and machines: send the same document as `model.graph` to the API, or to `rigwise estimate` on the command line.",
        zh: "其他精度、优化器和显卡，以及显存随时间的变化、速度和整机：请将同一文档作为 `model.graph` 发送给 API，或在命令行使用 `rigwise estimate`。",
    }
    plan { en: "Plan with this model", zh: "用这个模型规划" }
    need { en: "Machines for it", zh: "适合它的机器" }
    see { en: "See it in the catalog", zh: "在目录中查看" }

    files { en: "Where the files are", zh: "文件在哪里" }
    files_about {
        en: "config.json and model.safetensors.index.json stand beside the weights, on Hugging Face under \"Files\". `rigwise model FILE` reads any of them from the disk, of .safetensors files only the header; several files of one model can be named.",
        zh: "config.json 和 model.safetensors.index.json 与权重放在一起，在 Hugging Face 的“Files”页面。`rigwise model FILE` 可直接读取磁盘上的这些文件，.safetensors 文件只读取文件头；同一模型的多个文件可一并列出。",
    }
    trace_own { en: "A network of your own", zh: "您自己的网络" }
    trace_own_about {
        en: "Any PyTorch network, without a config.json: `rigwise-trace.zip` runs one step of it on the processor, without memory for its weights and without a card, and writes down every kernel. Paste what it writes.",
        zh: "任何 PyTorch 网络，无需 config.json：`rigwise-trace.zip` 在处理器上运行一步，不为权重分配内存，也不需要显卡，并记录每个内核。把它的输出粘贴到上面即可。",
    }
    trace_get { en: "Download rigwise-trace.zip", zh: "下载 rigwise-trace.zip" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }

    unlisted { en: "Not in the list? Paste its config.json", zh: "列表中没有？粘贴其 config.json" }
    read_mine { en: "Count parameters by part and see what is read", zh: "查看各部分参数量和读取结果" }
}

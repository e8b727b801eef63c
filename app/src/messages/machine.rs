//! Texts of the page that reads a machine from what its programs print.

messages! {
    title { en: "My machine", zh: "我的机器" }
    description {
        en: "Paste what nvidia-smi, lscpu, free, dxdiag or system_profiler prints; GPU, RAM, CPU and drives become the fields of a plan.",
        zh: "粘贴 nvidia-smi、lscpu、free、dxdiag 或 system_profiler 的输出，GPU、内存、CPU 和硬盘将成为方案的字段。",
    }
    about {
        en: "Paste what your machine prints of itself: nvidia-smi, rocm-smi, lscpu, free, lspci, lsblk, dxdiag, systeminfo or system_profiler, any of them one after the other.",
        zh: "粘贴这些命令的输出：nvidia-smi、rocm-smi、lscpu、free、lspci、lsblk、dxdiag、systeminfo 或 system_profiler，可依次粘贴多份。",
    }
    kept { en: "The text is read and forgotten: nothing of it is stored or logged.", zh: "文本读取后即丢弃：不保存，也不写入日志。" }
    text { en: "Output of the programs", zh: "程序输出" }
    read { en: "Read it", zh: "读取" }
    commands { en: "One command that prints all of it", zh: "一条命令输出全部信息" }
    commands_about {
        en: "Paste it into a terminal, and what it prints into the box above. It needs no rights and changes nothing; programs that are not there say so, and their lines are passed over.",
        zh: "在终端中执行，再把输出粘贴到上面的文本框。无需管理员权限，不做任何改动；缺少的程序会提示，相应的行会被跳过。",
    }
    command_for(system) { en: "Command for {system}", zh: "{system} 命令" }
    probe {
        en: "On Linux `rigwise probe` asks the same programs itself; `--json` prints the answer for other programs.",
        zh: "在 Linux 上，`rigwise probe` 会自行查询这些程序；`--json` 输出供其他程序使用的结果。",
    }
    recognized { en: "Recognized", zh: "已识别" }
    nothing {
        en: "No GPU, processor, memory or drive of the catalog was recognized in this text. Paste the output as it is printed; the command below prints all that is read.",
        zh: "此文本中没有识别出目录内的 GPU、处理器、内存或硬盘。请原样粘贴输出；下面的命令会输出所需的全部信息。",
    }
    empty { en: "The box is empty: paste the output of a program first.", zh: "文本框为空：请先粘贴程序的输出。" }
    field { en: "Field", zh: "字段" }
    value { en: "Value", zh: "值" }
    line { en: "From line", zh: "来自行" }
    yes { en: "yes", zh: "是" }
    more_lines(count) { en: "and {count} more", zh: "另有 {count} 行" }
    strangers { en: "Seen, and not in the catalog", zh: "已看到，但目录中没有" }
    strangers_about {
        en: "These are left out of the links; nothing else was put in their place. In the planner a GPU can be described by its own figures.",
        zh: "以下各项未放入链接，也没有用其他产品代替。在规划器中可以按参数自行描述显卡。",
    }
    nearest(name) { en: "nearest: {name}", zh: "最接近：{name}" }
    notes { en: "To know", zh: "说明" }
    missing { en: "Not found", zh: "未找到" }
    counts_all(lines) { en: "Lines read: {lines}; all of them understood.", zh: "共读取 {lines} 行，全部识别。" }
    counts(lines, unread) { en: "Lines read: {lines}; not understood and left out: {unread}.", zh: "共读取 {lines} 行，其中 {unread} 行无法识别，已略过。" }
    plan { en: "Plan with this machine", zh: "用这台机器规划" }
    need { en: "A new machine that takes over its parts", zh: "沿用其部件另装一台" }
    need_assumed { en: "(for ResNet-50, unless you choose another model there)", zh: "（先按 ResNet-50 计，可在该页另选模型）" }
    memory_taken(kit) {
        en: "No program says which kind of memory this is: it is taken for {kit}. If that is wrong, choose another on the next page.",
        zh: "程序输出未说明内存类型：此处按 {kit} 计。如不相符，请在下一页另选。",
    }
    fill_in { en: "Fill in from my machine", zh: "从我的机器填写" }
    home { en: "Or paste what your machine prints of itself", zh: "或粘贴 nvidia-smi、lscpu 等命令的输出" }
    call { en: "The same by API", zh: "通过 API 获取相同结果" }
}

//! Texts of the page with programs.

messages! {
    link { en: "Code that runs this plan", zh: "运行此方案的代码" }
    title { en: "Code", zh: "代码" }
    description {
        en: "Complete programs for PyTorch, Hugging Face, TensorFlow and MindSpore; every line says what it does to memory.",
        zh: "PyTorch、Hugging Face、TensorFlow 与 MindSpore 的完整程序；每一行都说明对显存或内存的影响。",
    }
    heading(plan) { en: "Code for {plan}", zh: "{plan} 的代码" }
    back { en: "Back to the plan", zh: "返回方案" }
    about {
        en: "Each setting of the plan is a line of a program, with a comment on what it does to memory. Settings that a framework lacks are marked.",
        zh: "方案的每一项设置都是程序中的一行，注释说明它对显存或内存的影响。框架没有的设置会注明。",
    }
    lacking(framework) {
        en: "{framework} has no such run: it lacks this model or one of the plan's settings, so there is no program for it.",
        zh: "{framework} 不支持此训练：缺少该模型或方案的某项设置，因此没有对应程序。",
    }
    refused(tool, reason) {
        en: "No configuration for {tool}: {reason}.",
        zh: "没有 {tool} 的配置：{reason}。",
    }
    frameworks { en: "Framework", zh: "框架" }
    any { en: "Any framework", zh: "任何框架" }
    copy { en: "Copy", zh: "复制" }
    copied { en: "Copied", zh: "已复制" }
    selected { en: "Selected: copy it with your keyboard", zh: "已选中：请用键盘复制" }
    copy_named(file) { en: "Copy {file}", zh: "复制 {file}" }
    download { en: "Download", zh: "下载" }
    download_named(file) { en: "Download {file}", zh: "下载 {file}" }
    all { en: "Download all (.zip)", zh: "下载全部（.zip）" }
    or { en: "or fetch it on the machine that trains:", zh: "或在训练用的机器上获取：" }
    install { en: "Install what it imports, into an environment of its own:", zh: "在单独的环境中安装依赖：" }
    try_it {
        en: "Try it: a few updates of random samples show peak and speed, and nothing is kept.",
        zh: "试运行：用随机样本更新几次，查看峰值与速度，不保存任何结果。",
    }
    train { en: "Train on your data:", zh: "用您的数据训练：" }
    folder { en: "FOLDER", zh: "目录" }
    example { en: "This is an example.", zh: "这是一个示例。" }
    choose { en: "Choose model and card", zh: "选择模型与显卡" }
    misfit { en: "These programs would run out of memory.", zh: "这些程序会因显存不足而中断。" }
    make_it_fit { en: "See what makes it fit", zh: "查看怎样才能放下" }
    kit { en: "Check the estimate on your own card", zh: "在自己的显卡上核对估算" }
    kit_about {
        en: "The measuring kit trains three small configurations in about a minute, compares them with the estimates, and prints a link that opens each plan with what was measured. Where there is no PyTorch it installs it first, about 6 GB.",
        zh: "测量工具用约一分钟训练三个小配置，与估算对比，并给出打开各方案（已填入实测值）的链接。若没有 PyTorch，会先安装（约 6 GB）。",
    }
    kit_download { en: "Download measure.zip", zh: "下载 measure.zip" }
    pytorch { en: "PyTorch", zh: "PyTorch" }
    tensorflow { en: "TensorFlow", zh: "TensorFlow" }
    mindspore { en: "MindSpore", zh: "MindSpore" }
    api { en: "The same from the API", zh: "用 API 获取同样的内容" }
}

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
        en: "Every setting of the plan is a line here, and its comment says what it does to memory. What a framework does not have is said, not left out.",
        zh: "方案的每一项设置都是这里的一行，注释说明它对显存或内存的影响。框架没有的功能会注明，而不是略去。",
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
    all { en: "Download all as a folder", zh: "打包下载全部文件" }
    kit { en: "Check the estimate on your own card", zh: "在自己的显卡上核对估算" }
    kit_about {
        en: "The measuring kit trains three small configurations in about a minute, compares them with the estimates, and prints a link that opens each plan with what was measured.",
        zh: "测量工具用约一分钟训练三个小配置，与估算对比，并给出打开各方案（已填入实测值）的链接。",
    }
    kit_download { en: "Download measure.zip", zh: "下载 measure.zip" }
    pytorch { en: "PyTorch", zh: "PyTorch" }
    tensorflow { en: "TensorFlow", zh: "TensorFlow" }
    mindspore { en: "MindSpore", zh: "MindSpore" }
    api { en: "The same from the API", zh: "用 API 获取同样的内容" }
}

//! Texts of the list of plans that a browser keeps.

messages! {
    title { en: "My plans", zh: "我的方案" }
    recent { en: "Your plans in this browser", zh: "本浏览器中的方案" }
    all { en: "All my plans", zh: "我的全部方案" }
    about {
        en: "Links that you created or chose to remember. The list is in this browser only; the server does not know it.",
        zh: "您创建或选择记住的链接。列表只在本浏览器中，服务器并不知道。",
    }
    needs_script {
        en: "This list needs JavaScript, since only the browser holds it. Nothing is lost without: every link that you kept goes on working, and a plan's page takes its edit key by hand.",
        zh: "列表只保存在浏览器中，因此需要 JavaScript。没有它也不会丢失任何内容：您保存的链接仍然有效，编辑密钥可在方案页面手动填写。",
    }
    empty { en: "No plan is remembered here yet. Create a link in the planner, or press “Remember in this browser” on a plan.", zh: "这里还没有方案。请在规划器中创建链接，或在方案页面点击“在本浏览器中记住”。" }
    blocked { en: "This browser does not let the site keep a list: its storage is switched off.", zh: "浏览器已禁用本站存储，无法保存列表。" }
    full { en: "The browser's storage is full; the list stayed as it was. Export it, or forget some plans.", zh: "浏览器存储已满，列表保持原样。请导出列表或移除部分方案。" }
    unreadable { en: "The list in this browser could not be read. It was set aside, and a new one begins.", zh: "无法读取本浏览器中的列表。已将其另存，并开始新的列表。" }
    held { en: "edit key kept", zh: "已保存编辑密钥" }
    forget { en: "Forget", zh: "移除" }
    forget_named { en: "Forget: ", zh: "移除：" }
    forget_key {
        en: "This browser keeps the plan's edit key. Without the key nobody can change or revoke the plan. Forget it all the same?",
        zh: "本浏览器保存着该方案的编辑密钥。没有密钥，任何人都无法修改或撤销方案。仍要移除吗？",
    }
    forget_all { en: "Forget all", zh: "全部移除" }
    forget_all_sure { en: "Forget all plans and edit keys in this browser? The plans themselves stay.", zh: "移除本浏览器中的所有方案和编辑密钥？方案本身不受影响。" }
    export { en: "Export as JSON", zh: "导出为 JSON" }
    export_about { en: "The file holds the edit keys: keep it as you keep passwords.", zh: "文件包含编辑密钥，请像密码一样妥善保管。" }
    import { en: "Import from JSON", zh: "从 JSON 导入" }
    imported { en: "Plans taken over: ", zh: "已导入方案数：" }
    not_imported { en: "This file is no list of plans.", zh: "该文件不是方案列表。" }
    forgotten { en: "Forgotten.", zh: "已移除。" }
}

//! Texts of the page on what is stored.

messages! {
    title { en: "What is stored, and how to remove it", zh: "保存什么，如何删除" }
    description { en: "What Rigwise stores of a visit and of a plan, for how long, and how to remove it.", zh: "Rigwise 保存访问和方案的哪些内容、保存多久、如何删除。" }
    short { en: "In short: nothing of a plan is stored until you create a link, and whoever created a link can take it back.", zh: "简而言之：创建链接之前不保存方案的任何内容，创建者可以随时撤回链接。" }

    planner { en: "While you plan", zh: "规划时" }
    planner_about {
        en: "The settings are in the page's address. In the browser the engine runs on your side; the server is asked for the page and for the advisor's cards, answers from the address, and keeps none of it. Its log has a line per request with time, path, status and duration, without the part of the address behind the question mark.",
        zh: "设置写在网址中。引擎在您的浏览器内运行；服务器只按网址生成页面和建议卡片，不保留其内容。日志每个请求一行，含时间、路径、状态和耗时，不含网址问号之后的部分。",
    }
    link { en: "When you create a link", zh: "创建链接时" }
    link_about {
        en: "The server stores the settings, the title and note that you typed, prices of your own, the figures and the bill as they were, the versions that made them, and the times of creation and expiry. It stores no name, address or account; of a program's Idempotency-Key it keeps a hash for a day. Anyone who has the link can read the plan; links are random, are listed nowhere, and ask search engines not to list them.",
        zh: "服务器保存设置、您填写的标题和备注、自定义价格、当时的数值与部件清单及其版本，以及创建和到期时间。不保存姓名、地址或账户；程序的 Idempotency-Key 只保存其哈希一天。持有链接的人可以阅读方案；链接是随机的，不会公开列出，并请求搜索引擎不要收录。",
    }
    key { en: "The edit key", zh: "编辑密钥" }
    key_about {
        en: "It is shown once, and the server stores only its SHA-256 hash. Whoever holds it can change and revoke the plan. In an edit link it stands behind the #, which browsers do not send. Without it, the plan stays until it expires.",
        zh: "密钥只显示一次，服务器仅保存其 SHA-256 哈希。持有者可以修改和撤销方案。编辑链接中的密钥位于 # 之后，浏览器不会发送这一部分。没有密钥时，方案会保留到过期为止。",
    }
    time { en: "For how long", zh: "保存多久" }
    time_about {
        en: "As you choose: until you revoke the plan, for a number of days, or until a day. From then on no page and no call shows it; the operator's database and its backups keep it, so that the id never leads to another plan.",
        zh: "由您选择：直到撤销、若干天，或到某一天。此后任何页面和接口都不再显示；运营者的数据库及其备份仍会保留，以免该编号指向其他方案。",
    }
    remove { en: "How to remove it", zh: "如何删除" }
    remove_about {
        en: "On the plan's page, “Change or revoke this plan” takes it back at once; programs send DELETE with the edit key. Copies that others made in the meantime are theirs.",
        zh: "在方案页面的“修改或撤销此方案”中可立即撤回；程序可携带编辑密钥发送 DELETE 请求。他人在此期间创建的副本归其所有。",
    }
    browser { en: "In your browser", zh: "在您的浏览器中" }
    browser_language { en: "Cookie lang: your language, once you have chosen one; a year.", zh: "Cookie lang：您选择的语言，保存一年。" }
    browser_key { en: "Cookie edit_key: the key of a plan that you just created here, out of reach of scripts, until the plan's page has shown it; ten minutes at most.", zh: "Cookie edit_key：您刚在此创建的方案的密钥，脚本无法读取，方案页面显示后即删除，最长十分钟。" }
    browser_list {
        en: "Local storage rigwise.plans: your list of plans with their edit keys, only for plans that you created or chose to remember. It never leaves the browser; “Forget” removes it.",
        zh: "本地存储 rigwise.plans：您创建或选择记住的方案列表及其编辑密钥。它不会离开浏览器，点击“移除”即可删除。",
    }
    browser_tab { en: "Session storage: the key of an edit link, or of a new plan where there is no list, until the tab is closed.", zh: "会话存储：编辑链接中的密钥，或没有列表时新方案的密钥，关闭标签页后消失。" }
    others { en: "Others", zh: "第三方" }
    others_about { en: "Pages load nothing from other sites, and tell no other site where you come from. There are no statistics, no advertisements and no accounts.", zh: "页面不从其他网站加载任何内容，也不向其他网站透露来源。没有统计、广告或账户。" }
    language_note { en: "The operator of this server may have rules of their own on top.", zh: "本服务器的运营者可能另有规定。" }
}

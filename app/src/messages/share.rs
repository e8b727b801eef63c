//! Texts around sharing a stored plan: its links, its owner's forms, what was refused.

messages! {
    created_title { en: "Your link is ready", zh: "链接已创建" }
    created_about {
        en: "The edit key is shown this once. The server keeps only its hash and cannot send it again. Where scripts run, this browser keeps the key in your list of plans; without them, keep the key or the edit link yourself.",
        zh: "编辑密钥仅显示这一次。服务器只保存其哈希，无法再次提供。启用脚本时，本浏览器会将密钥保存在您的方案列表中；未启用脚本时，请自行保存密钥或编辑链接。",
    }
    short_link { en: "Short link, always the newest revision", zh: "短链接，始终指向最新版" }
    fixed_link { en: "Link to this revision, which never changes", zh: "本版链接，内容不再变化" }
    long_link { en: "Long link: the whole plan in the address, nothing stored", zh: "长链接：方案全部写在网址中，不保存任何内容" }
    edit_key { en: "Edit key", zh: "编辑密钥" }
    edit_link { en: "Edit link, for yourself only", zh: "编辑链接，仅供自己使用" }
    edit_link_about {
        en: "The key stands behind the #, which browsers do not send to any server.",
        zh: "密钥位于 # 之后，浏览器不会把这一部分发送给任何服务器。",
    }

    share { en: "Share this plan", zh: "分享此方案" }
    qr_alt(link) { en: "QR code of {link}", zh: "{link} 的二维码" }
    markdown { en: "Markdown, for an issue or a purchase request", zh: "Markdown，用于工单或采购申请" }
    embed { en: "Card to embed in a page", zh: "嵌入网页的卡片" }
    embed_open { en: "See the card", zh: "查看卡片" }
    card_open { en: "Open the plan", zh: "打开方案" }
    card_meta(date, revision) { en: "Rigwise, revision {revision} of {date}", zh: "Rigwise，{date} 第 {revision} 版" }
    copy { en: "Copy", zh: "复制" }
    copy_named(what) { en: "Copy: {what}", zh: "复制：{what}" }
    copied { en: "Copied", zh: "已复制" }
    selected { en: "Selected: press Ctrl+C", zh: "已选中：请按 Ctrl+C" }

    own_copy { en: "Create your own copy", zh: "创建自己的副本" }
    own_copy_about {
        en: "A new plan with the same settings and figures, a link and an edit key of its own.",
        zh: "设置与数值相同的新方案，拥有自己的链接和编辑密钥。",
    }
    remember { en: "Remember in this browser", zh: "在本浏览器中记住" }
    remembered { en: "This plan is in your list.", zh: "此方案已在您的列表中。" }
    to_plans { en: "My plans", zh: "我的方案" }

    manage { en: "Change or revoke this plan", zh: "修改或撤销此方案" }
    manage_about {
        en: "For whoever created it. Every change is a new revision; the ones before stay under their links.",
        zh: "供创建者使用。每次修改都会成为新版本，之前的版本保留各自的链接。",
    }
    key_needed { en: "The key that was shown when the link was created.", zh: "创建链接时显示的密钥。" }
    change_settings { en: "Change the settings", zh: "修改设置" }
    change_texts { en: "Change title, note and expiry", zh: "修改标题、备注和有效期" }
    title { en: "Title", zh: "标题" }
    note { en: "Note", zh: "备注" }
    expiry { en: "The link works", zh: "链接有效期" }
    expiry_keep_never { en: "as now: until I revoke it", zh: "与现在相同：直到我撤销" }
    expiry_keep(date) { en: "as now: until {date}", zh: "与现在相同：至 {date}" }
    expiry_never { en: "until I revoke it", zh: "直到我撤销" }
    expiry_days(number) { en: "{number} days from now", zh: "自今天起 {number} 天" }
    expiry_year { en: "1 year from now", zh: "自今天起 1 年" }
    expiry_date { en: "until the day below", zh: "至下方日期" }
    expiry_on { en: "Last day (UTC), where a day is chosen", zh: "最后一天（UTC），选择日期时填写" }
    save_revision(number) { en: "Save as revision {number}", zh: "保存为第 {number} 版" }
    revoke { en: "Revoke this plan", zh: "撤销此方案" }
    revoke_about { en: "All its links then say that it was revoked. You are asked once more.", zh: "此后其所有链接都会显示已撤销。系统会再次确认。" }
    revoke_title(title) { en: "Revoke “{title}”?", zh: "撤销“{title}”？" }
    revoke_warning {
        en: "All revisions stop being shown, for everybody and for good. Copies that others made stay theirs.",
        zh: "所有版本将永久停止向任何人显示。他人创建的副本不受影响。",
    }
    revoke_button { en: "Revoke for good", zh: "永久撤销" }
    cancel { en: "Keep the plan", zh: "保留方案" }

    key_missing_title { en: "The edit key is missing", zh: "缺少编辑密钥" }
    key_missing_about {
        en: "Only whoever holds the plan's edit key can change or revoke it. Go back and paste the key or your edit link. Without the key you can create your own copy.",
        zh: "只有持有编辑密钥的人才能修改或撤销方案。请返回并粘贴密钥或编辑链接。没有密钥时可以创建自己的副本。",
    }
    key_wrong_title { en: "This edit key does not belong to this plan", zh: "此编辑密钥不属于该方案" }
    key_wrong_about {
        en: "Nothing was changed. Look whether the key is whole; it has 43 characters.",
        zh: "未做任何修改。请检查密钥是否完整，应为 43 个字符。",
    }
    expiry_title { en: "This day cannot be used", zh: "无法使用该日期" }
    expiry_about {
        en: "Nothing was changed. The last day must be today or later and look like 2027-12-31.",
        zh: "未做任何修改。最后一天须为今天或以后，格式如 2027-12-31。",
    }
    too_long_title { en: "Title or note is too long", zh: "标题或备注过长" }
    too_long_about {
        en: "Nothing was changed. The title may have up to 200 characters and the note up to 10,000.",
        zh: "未做任何修改。标题最多 200 个字符，备注最多 10,000 个字符。",
    }
    compare_title { en: "These revisions cannot be compared", zh: "无法比较这些版本" }
    compare_fault(name, detail) { en: "“{name}” {detail}.", zh: "“{name}”{detail}。" }
    compare_absent(newest) {
        en: "The plan does not have both of them: its newest revision is revision {newest}.",
        zh: "该方案没有其中某个版本：最新为第 {newest} 版。",
    }
    outdated_title { en: "Somebody saved a revision in between", zh: "期间已有人保存了新版本" }
    outdated_about(base, newest) {
        en: "Yours is based on revision {base}, and the newest is now revision {newest}. Nothing was changed or lost: look at theirs, go on with yours, or save yours on top.",
        zh: "您的修改基于第 {base} 版，而最新已是第 {newest} 版。未做任何修改，也没有内容丢失：可查看对方的版本、继续修改自己的，或将自己的保存为更新版本。",
    }
    outdated_theirs(newest) { en: "Open revision {newest}", zh: "打开第 {newest} 版" }
    outdated_diff { en: "What they changed", zh: "对方修改了什么" }
    outdated_mine { en: "Go on with mine in the planner", zh: "在规划器中继续我的修改" }
    outdated_save { en: "Save mine all the same", zh: "仍然保存我的版本" }
    back { en: "Back to the plan", zh: "返回方案" }
}

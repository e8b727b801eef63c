//! Texts of what a plan's owner gets where the browser holds the edit key.

messages! {
    about {
        en: "This browser holds the edit key of this plan. It is sent when you press the button, and not before.",
        zh: "本浏览器持有此方案的编辑密钥，仅在您点击按钮时发送。",
    }
    heading(title) { en: "Change “{title}”", zh: "修改“{title}”" }
    as_now { en: "as now", zh: "与现在相同" }
    wrong {
        en: "Nothing was changed: the key that this browser holds is not this plan's. Reload the page and paste the right one.",
        zh: "未做任何修改：本浏览器持有的密钥不属于该方案。请重新加载页面并粘贴正确的密钥。",
    }
    outdated {
        en: "Nothing was changed: somebody saved a revision in between. Copy what you typed, then reload the page.",
        zh: "未做任何修改：期间已有人保存了新版本。请复制已填写的内容，然后重新加载页面。",
    }
    unreadable {
        en: "Nothing was changed: look at the last day (today or later), the title (up to 200 characters) and the note (up to 10,000).",
        zh: "未做任何修改：请检查最后一天（须为今天或以后）、标题（最多 200 个字符）和备注（最多 10,000 个字符）。",
    }
    gone { en: "Nothing was changed: this plan was revoked or has expired.", zh: "未做任何修改：此方案已被撤销或已过期。" }
    failed { en: "Nothing was changed: the server did not answer as expected. Please try again in a minute.", zh: "未做任何修改：服务器未正常响应，请稍后再试。" }
}

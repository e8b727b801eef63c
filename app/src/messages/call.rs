//! Texts of the page that shows a plan as calls of the API.

messages! {
    title { en: "API calls", zh: "API 调用" }
    description { en: "A plan as calls of the API, with curl and Python.", zh: "以 curl 和 Python 调用 API 表示的方案。" }
    heading(plan) { en: "API calls for {plan}", zh: "{plan} 的 API 调用" }
    about {
        en: "The same engine answers: each program sends the fields that you have set, and what is left out is decided as on the page. They need curl or Python 3 and nothing else.",
        zh: "由同一引擎回答：程序只发送您设置的字段，其余与页面一样自动决定。只需 curl 或 Python 3。",
    }
    estimate { en: "Estimate", zh: "估算" }
    estimate_about { en: "What the run needs, whether it fits, how fast it is.", zh: "运行需要什么、能否放下、速度多快。" }
    recommend { en: "Recommendation", zh: "推荐" }
    recommend_about { en: "How to run it: leave out whatever the advisor may choose.", zh: "如何运行：把希望自动选择的字段留空。" }
    plan { en: "Create a link", zh: "创建链接" }
    plan_about { en: "Stores the plan under a link and answers with the key to change it.", zh: "将方案保存到链接，并返回用于修改的密钥。" }
    reference { en: "All of the API", zh: "完整 API 文档" }
    as_link { en: "The estimate is also a plain link:", zh: "估算也可以直接用链接获取：" }
}

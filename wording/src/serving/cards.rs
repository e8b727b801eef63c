//! Sentences about models that lie on several cards.

use engine::serving::{Note, Split};
use wire::locale::Locale;

/// A model laid otherwise on the same cards, as an advice: what of it changes.
pub(super) fn split(from: Split, to: Split, locale: Locale) -> String {
    let en = locale == Locale::En;
    let copies = (from.data != to.data).then(|| match to.data {
        1 if en => "one model on all cards (parallel.data: 1)".to_owned(),
        1 => "所有卡共同运行一份模型（parallel.data: 1）".to_owned(),
        data if en => {
            format!("{data} copies of the model side by side, each with its share of the requests (parallel.data: {data})")
        }
        data => format!("并排运行 {data} 份模型，请求平分（parallel.data: {data}）"),
    });
    let stages = (from.pipeline != to.pipeline).then(|| match to.pipeline {
        1 if en => "cards that share each matrix (parallel.pipeline: 1)".to_owned(),
        1 => "各卡共同切分每个矩阵（parallel.pipeline: 1）".to_owned(),
        stages if en => format!("the layers in {stages} stages one after another (parallel.pipeline: {stages})"),
        stages => format!("各层分为依次工作的 {stages} 段（parallel.pipeline: {stages}）"),
    });
    let experts = (from.expert != to.expert).then(|| match to.expert {
        1 if en => "a share of each expert on every card (parallel.expert: 1)".to_owned(),
        1 => "每张卡各持每个专家的一部分（parallel.expert: 1）".to_owned(),
        groups if en => format!("whole experts spread over {groups} groups of cards (parallel.expert: {groups})"),
        groups => format!("把整个专家分布到 {groups} 组卡上（parallel.expert: {groups}）"),
    });
    let parts: Vec<String> = [copies, stages, experts].into_iter().flatten().collect();
    parts.join(if en { ", " } else { "，" })
}

/// A note about several cards; none of any other.
pub(super) fn note(note: &Note, locale: Locale) -> Option<String> {
    match locale {
        Locale::En => english(note),
        Locale::Zh => chinese(note),
    }
}

fn english(note: &Note) -> Option<String> {
    Some(match *note {
        Note::GroupsCut { width, group, cards } => format!(
            "{cards} cards cut a matrix of {width} inputs within groups of {group} that share a scale: the engine loads only a checkpoint that was padded for it"
        ),
        Note::CopiedHeads => {
            "there are more cards than heads of keys and values: they are copied, so that more cards hold no more tokens each".to_owned()
        }
        Note::OneAfterAnother { stages, cards: 1 } => format!(
            "the {stages} cards work one after another: a single request is answered no faster than by one card that held it all"
        ),
        Note::OneAfterAnother { stages, cards } => format!(
            "{stages} groups of {cards} cards work one after another: a single request is answered no faster than by one such group that held it all"
        ),
        Note::Copies { copies, cards, are_servers } => {
            let (each, those) = if cards == 1 {
                ("one on each card".to_owned(), "that card")
            } else {
                (format!("each on {cards} cards"), "those cards")
            };
            let balanced = if are_servers { "; each is a server of its own, and requests have to be shared out between them" } else { "" };
            format!(
                "{copies} copies of the model run side by side, {each}: a request is answered by one of them, no faster than by {those} alone{balanced}"
            )
        }
        Note::SumsOverPcie { cards } => format!(
            "{cards} cards all-reduce over PCI Express in every layer: how fast they do depends on the board, its sockets and switches; of three machines that were compared two kept this pace, and four RTX 3090 of 220 W on PCI Express 3.0 gave half of it under load"
        ),
        Note::StagesUnchecked => {
            "speed with layers on cards one after another is worked out from the passes of an engine; there was one published server to compare it with, which under load gave four fifths of the tokens a second predicted here".to_owned()
        }
        _ => return None,
    })
}

fn chinese(note: &Note) -> Option<String> {
    Some(match *note {
        Note::GroupsCut { width, group, cards } => {
            format!("{cards} 张卡会从共用缩放系数的 {group} 个输入之间切开宽 {width} 的矩阵：引擎只能加载为此补齐过的权重")
        }
        Note::CopiedHeads => "显卡多于键值头：键值头被复制，更多的卡不会让每张卡存下更多 token".to_owned(),
        Note::OneAfterAnother { stages, cards: 1 } => format!("{stages} 张卡依次工作：单个请求不会比一张装得下的卡更快"),
        Note::OneAfterAnother { stages, cards } => {
            format!("{stages} 组、每组 {cards} 张卡依次工作：单个请求不会比装得下整个模型的一组更快")
        }
        Note::Copies { copies, cards, are_servers } => {
            let each = if cards == 1 { "每张卡一份".to_owned() } else { format!("每份用 {cards} 张卡") };
            let balanced = if are_servers { "；每份是一个独立的服务器，需要另行分配请求" } else { "" };
            format!("并排运行 {copies} 份模型，{each}：每个请求由其中一份回答，不会比这一份单独运行更快{balanced}")
        }
        Note::SumsOverPcie { cards } => format!(
            "{cards} 张卡每层都要通过 PCIe 做 all-reduce（求和），速度取决于主板、CPU 插槽和交换芯片：对照过的三台机器中两台达到此速度，另一台（四张限 220 W 的 RTX 3090，PCIe 3.0）在负载下只有一半"
        ),
        Note::StagesUnchecked => {
            "各层依次放在多张卡上时，速度由引擎的各次前向推算；只有一台公开的服务器可供核对，它在负载下每秒输出的 token 是推算值的五分之四".to_owned()
        }
        _ => return None,
    })
}

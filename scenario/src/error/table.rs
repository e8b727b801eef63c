//! Errors of tables, prices and times in words, which the browser's bundle does without.

use super::reason::{Misfit, Reason};
use engine::units::MIB;
use wording::format::number;

pub(super) fn english(reason: &Reason) -> String {
    match reason {
        Reason::UnknownColumn { given, nearest: Some(nearest) } => {
            format!("`{given}` is not a column; did you mean `{nearest}`?")
        }
        Reason::UnknownColumn { given, nearest: None } => format!("`{given}` is not a column; remove it"),
        Reason::AmbiguousNumber { given, whole, fraction } => {
            format!("`{given}` may be {whole} or {fraction}; write it as one of the two, without a sign between thousands")
        }
        Reason::Duplicate { of } => match line(of) {
            Some(line) => format!("is given twice, first in line {line}; keep one of the two"),
            None => format!("is given twice, first in `{}`; keep one of the two", name(of)),
        },
        Reason::RateRequired => "needs a rate of exchange; the catalog's prices are in USD".to_owned(),
        Reason::NotARate { given } => {
            format!("`{given}` is no rate; write the currency, a colon and what a US dollar is in it, such as `EUR:0.9`")
        }
        Reason::UnknownCurrency { given } => format!("`{given}` is no code of a currency; use one of ISO 4217, such as `EUR`"),
        Reason::TooLarge { max_bytes } => format!("must have at most {} MiB", number(*max_bytes as f64 / MIB as f64)),
        Reason::NotModeled { framework } => format!(
            "memory and time of {} are not modelled, so this has no answer; use `pytorch`, or ask for an estimate, which gives \
             a lower bound",
            wording::framework_name(*framework)
        ),
        Reason::NotAnswered => "for `inference` there are estimates, plans and bills of materials, and of models that write tokens machines to buy where no card is named; ask for one of them, or leave the task out".to_owned(),
        Reason::NotServed => {
            "is modelled for running where it writes tokens, and with a named card where it encodes texts, transcribes speech, reads pictures, or makes pictures or videos; name a card, or use such a model"
                .to_owned()
        }
        Reason::TrainedAlone => "is modelled for training alone, and what it takes to run it is not told yet; ask what it takes to train it (task `training`), or use another model".to_owned(),
        Reason::NoMachine => "no machine of the catalog does what was asked; ask for less".to_owned(),
        Reason::NotTrained => "is known for running alone, and its training is not planned yet; ask what it takes to run it (task `inference`, in addresses `workload=inference`)".to_owned(),
        Reason::SettledByTrace => "is part of the network that was traced, and settled by it; leave it out, or change the network and trace it again".to_owned(),
        Reason::NotKept => "is sized where it is asked for, and plans do not keep it: they are read from addresses, which are too short for a network; keep the file that `rigwise-trace` wrote, or save a plan of a model by its id or configuration".to_owned(),
        Reason::NoProgram => "is a network of your own, for which no program is written: the code that was traced is its program; ask for an estimate of it, or for a program of a model by its id or configuration".to_owned(),
        Reason::NotUtf8 => "is not text in UTF-8; save it as `CSV UTF-8`".to_owned(),
        Reason::NotAWorkbook => "is not a workbook that can be read; save it as XLSX again".to_owned(),
        Reason::NotADate => "must be a day such as 2026-11-30".to_owned(),
        Reason::NotATime => {
            "must be a time with its offset from UTC, 9999-12-30T22:00:00Z at the latest, such as 2030-12-31T00:00:00Z".to_owned()
        }
        Reason::Past => "must be a time to come, such as 2030-12-31T00:00:00Z".to_owned(),
        Reason::TwoOfAKind { first, second } => {
            format!("names two parts of a kind, `{first}` and `{second}`; leave one of them out")
        }
        Reason::OfAnotherField { given, field } => format!("`{given}` is chosen in `{field}`; leave it out here"),
        Reason::DoNotFit { one, other, why } => {
            let said = match why {
                Misfit::Socket => format!("`{one}` and `{other}` have different sockets"),
                Misfit::Memory => format!("`{one}` is memory that `{other}` does not take"),
                Misfit::BoardSize | Misfit::SupplySize => format!("`{one}` is too large for `{other}`"),
                Misfit::WithinServer => format!("`{one}` is a whole system, which comes with what `{other}` would be"),
                Misfit::CaseStyle => format!("`{one}` is none of the cases that `case={other}` asks for"),
            };
            format!("{said}; leave one of them out")
        }
        // All others have their words beside this.
        _ => String::new(),
    }
}

pub(super) fn chinese(reason: &Reason) -> String {
    match reason {
        Reason::UnknownColumn { given, nearest: Some(nearest) } => format!("没有列 `{given}`；是否想写 `{nearest}`？"),
        Reason::UnknownColumn { given, nearest: None } => format!("没有列 `{given}`，请删除"),
        Reason::AmbiguousNumber { given, whole, fraction } => {
            format!("`{given}` 可能是 {whole} 或 {fraction}；请写成其中之一，不使用千位分隔符")
        }
        Reason::Duplicate { of } => match line(of) {
            Some(line) => format!("重复，首次出现在第 {line} 行；请只保留一个"),
            None => format!("重复，首次出现在 `{}`；请只保留一个", name(of)),
        },
        Reason::RateRequired => "请填写汇率；目录价格以美元（USD）计".to_owned(),
        Reason::NotARate { given } => {
            format!("`{given}` 不是汇率；请写货币代码、冒号和 1 美元折合的数额，例如 `EUR:0.9`")
        }
        Reason::UnknownCurrency { given } => format!("`{given}` 不是货币代码；请用 ISO 4217 代码，例如 `EUR`"),
        Reason::TooLarge { max_bytes } => format!("最多 {} MiB", number(*max_bytes as f64 / MIB as f64)),
        Reason::NotModeled { framework } => format!(
            "{} 的显存与用时未建模，此处没有答案；请改用 `pytorch`，或请求估算以获得下界",
            wording::framework_name(*framework)
        ),
        Reason::NotAnswered => {
            "`inference` 目前可以估算、保存方案和列出物料清单，对生成 token 的模型还可在不指定显卡时推荐机器；请改为其中之一，或去掉此字段"
                .to_owned()
        }
        Reason::NotServed => {
            "推理目前建模生成 token 的模型；文本编码、语音识别、图像识别以及图片和视频生成模型须指定显卡；请指定显卡，或选用此类模型".to_owned()
        }
        Reason::TrainedAlone => "目前只支持训练估算，尚不提供运行所需的资源；请查询训练所需的资源（task 为 `training`），或换用其他模型".to_owned(),
        Reason::NoMachine => "目录中没有满足要求的机器；请放宽条件".to_owned(),
        Reason::NotTrained => {
            "目前只能估算其推理，尚不能规划训练；请改为估算推理（`task` 设为 `inference`，网址中为 `workload=inference`）"
                .to_owned()
        }
        Reason::SettledByTrace => "由被追踪的网络决定；请删除此字段，或修改网络后重新追踪".to_owned(),
        Reason::NotKept => "只在查询时估算，不保存到计划中：计划写在网址里，容不下整个网络；请自行保存 `rigwise-trace` 生成的文件，或保存以编号或配置给出的模型的计划".to_owned(),
        Reason::NoProgram => "是您自己的网络，其程序就是被追踪的代码，因此不另生成程序；请查询其估算，或为以编号或配置给出的模型生成程序".to_owned(),
        Reason::NotUtf8 => "不是 UTF-8 编码的文本；请另存为“CSV UTF-8”".to_owned(),
        Reason::NotAWorkbook => "不是可读取的工作簿；请重新另存为 XLSX".to_owned(),
        Reason::NotADate => "须为日期，例如 2026-11-30".to_owned(),
        Reason::NotATime => "须为带时区的时间，最晚为 9999-12-30T22:00:00Z，例如 2030-12-31T00:00:00Z".to_owned(),
        Reason::Past => "须为将来的时间，例如 2030-12-31T00:00:00Z".to_owned(),
        Reason::TwoOfAKind { first, second } => format!("同类部件给出了两个：`{first}` 和 `{second}`；请去掉其中之一"),
        Reason::OfAnotherField { given, field } => format!("`{given}` 应在 `{field}` 中选择；请从此处去掉"),
        Reason::DoNotFit { one, other, why } => {
            let said = match why {
                Misfit::Socket => format!("`{one}` 与 `{other}` 的插座不同"),
                Misfit::Memory => format!("`{other}` 不支持内存 `{one}`"),
                Misfit::BoardSize | Misfit::SupplySize => format!("`{one}` 装不进 `{other}`"),
                Misfit::WithinServer => format!("`{one}` 是整机，已包含 `{other}` 这类部件"),
                Misfit::CaseStyle => format!("`{one}` 不属于 `case={other}` 所要求的机箱"),
            };
            format!("{said}；请去掉其中之一")
        }
        // All others have their words beside this.
        _ => String::new(),
    }
}

/// The line of a table that a pointer names: `/line/2/id` is in line 2.
fn line(pointer: &str) -> Option<&str> {
    pointer.strip_prefix("/line/")?.split('/').next()
}

/// The name that people read of a pointer: `/model/id` is `model.id`.
pub(super) fn name(pointer: &str) -> String {
    pointer.trim_start_matches('/').replace('/', ".")
}

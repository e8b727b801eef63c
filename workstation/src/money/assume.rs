//! What the money rests on beside prices.

use super::book::Book;
use super::energy::PUE;
use super::ladder::LEAST_SHARE;
use crate::price_list;
use crate::source::judged;
use wire::locale::Locale;
use wire::v1::bom::Assumption;
use wire::v1::money::Money;
use wire::v1::prices::Currency;
use wording::format::{decimal, number, tenth_percent};

/// The assumptions of a machine's money, in the order in which they enter.
#[must_use]
pub fn assumptions(money: &Money, book: &Book, locale: Locale) -> Vec<Assumption> {
    let given = locale.pick("as it was given", "由使用者给出");
    let prices = book.prices();
    let currency = book.currency().as_str();
    let mut all = Vec::new();
    let mut add = |id: &str, en: String, zh: String, source: &str| {
        all.push(Assumption { id: id.to_owned(), detail: locale.pick(en, zh), source: source.to_owned() });
    };
    for (of, rate) in prices.all_rates() {
        let rate = number(rate);
        let (en, zh) = match of {
            Currency::CNY => (format!("A US dollar is {rate} yuan."), format!("1 美元兑 {rate} 元人民币。")),
            _ => (format!("A US dollar is {rate} {}.", of.as_str()), format!("1 美元兑 {rate} {}。", of.as_str())),
        };
        add("exchange-rate", en, zh, given);
    }
    if let Some(list) = price_list::in_force().filter(|_| book.num_listed() > 0) {
        let parts = book.num_listed();
        let rates: Vec<String> = list.rates().iter().map(|(of, rate)| format!("{} {}", number(*rate), of.as_str())).collect();
        let rates = rates.join(", ");
        let (en, zh) = if rates.is_empty() {
            (String::new(), String::new())
        } else {
            (format!(", turned with a US dollar at {rates}"), format!("，按 1 美元兑 {rates} 换算"))
        };
        add(
            "price-list",
            format!("Prices of {parts} lines are those of the shops in this server's price list{en}."),
            format!("{parts} 行的价格取自本服务器价格表中的商家{zh}。"),
            locale.pick("the price list, each line with shop and day", "价格表，每行注明商家与日期"),
        );
    }
    if let Some(price) = prices.electricity_per_kwh {
        let (price, pue) = (number(price), number(money.energy.pue));
        add(
            "electricity-price",
            format!("A kilowatt-hour costs {price} {currency}."),
            format!("每千瓦时 {price} {currency}。"),
            given,
        );
        let source = if prices.pue.is_some() { given } else { judged(locale) };
        let is_default = money.energy.pue.total_cmp(&PUE).is_eq() && prices.pue.is_none();
        let (en, zh) = if is_default { (" (no cooling counted)", "（未计制冷）") } else { ("", "") };
        add(
            "pue",
            format!("The site draws {pue} W for a watt of the machine{en}."),
            format!("机器每用 1 W，场地共用 {pue} W{zh}。"),
            source,
        );
    }
    if let Some(hours) = money.energy.hours_per_year {
        let hours = decimal(hours, 0);
        add("hours-of-use", format!("The machine trains {hours} hours a year."), format!("机器每年训练 {hours} 小时。"), given);
    }
    if !money.rent.offers.is_empty() {
        add(
            "rented-like-bought",
            "Rented cards train as fast as bought ones of the same kind; processor, memory and drive of the rented machine, storage and traffic there, work and room for one's own, idle hours, repair and resale are not counted.".to_owned(),
            "租用的显卡与同型号自购显卡速度相同；不计租用机器的处理器、内存和硬盘差异及其存储和流量费，也不计自有机器的人工、场地、闲置、维修与转卖。".to_owned(),
            judged(locale),
        );
        add(
            "rent-is-history",
            "Prices of rented machines are history, on demand and without taxes.".to_owned(),
            "租用价格是历史记录，按需计费，不含税。".to_owned(),
            locale.pick("catalog of offers, each with its source", "租用报价目录，每项注明来源"),
        );
    }
    let least = tenth_percent(LEAST_SHARE);
    add(
        "upgrade-price",
        format!(
            "An upgrade costs the whole price of every part that comes; what it replaces brings what was given as its resale, and nothing else. An own price of 0 stands for one part that is there; more of it cost what the catalog says. Gains below {least} of an epoch are not told."
        ),
        format!(
            "升级费用为新增部件的全价；被替换的部件只按给出的转卖价计，未给出则不计。自有价格 0 表示已有一件，再增购按目录价格计。低于每轮 {least} 的收益不列出。"
        ),
        judged(locale),
    );
    if book.currency() != Currency::USD {
        add(
            "own-market",
            "The catalog's prices are of US shops, turned with the rate; prices elsewhere differ by taxes and customs."
                .to_owned(),
            "目录价格来自美国商家，仅按汇率换算；各地因税费和关税而不同。".to_owned(),
            judged(locale),
        );
    }
    all
}

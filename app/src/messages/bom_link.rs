//! The ways to the page with a plan's parts.

messages! {
    link { en: "Parts and prices", zh: "部件与价格" }
}

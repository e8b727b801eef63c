//! Ways to the page that puts machines side by side.

messages! {
    link { en: "Compare with other cards", zh: "与其他显卡比较" }
}

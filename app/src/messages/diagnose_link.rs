//! The planner's way to the diagnosis page.

messages! {
    link { en: "Something wrong?", zh: "运行有问题？" }
}

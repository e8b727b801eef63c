//! Every text of the pages in both languages; a text without one of them does not compile.

/// Defines one function a text, `name(locale, arguments...) -> String`, or `name(locale) -> &'static str` without
/// arguments.
macro_rules! messages {
    ($( $name:ident $(( $($argument:ident),+ ))? { en: $en:literal, zh: $zh:literal $(,)? } )+) => {
        $( messages!(@one $name $(( $($argument),+ ))? { $en, $zh }); )+
    };
    (@one $name:ident { $en:literal, $zh:literal }) => {
        #[doc = concat!("\"", $en, "\"")]
        #[must_use]
        pub const fn $name(locale: $crate::locale::Locale) -> &'static str {
            match locale {
                $crate::locale::Locale::En => $en,
                $crate::locale::Locale::Zh => $zh,
            }
        }
    };
    (@one $name:ident ( $($argument:ident),+ ) { $en:literal, $zh:literal }) => {
        #[doc = concat!("\"", $en, "\"")]
        #[must_use]
        pub fn $name(locale: $crate::locale::Locale, $($argument: &str),+) -> String {
            match locale {
                $crate::locale::Locale::En => format!($en),
                $crate::locale::Locale::Zh => format!($zh),
            }
        }
    };
}

#[cfg(feature = "ssr")]
pub mod accuracy;
#[cfg(feature = "ssr")]
pub mod accuracy_serving;
pub mod accuracy_time;
pub mod advice;
#[cfg(feature = "ssr")]
pub mod bom;
pub mod bom_link;
#[cfg(feature = "ssr")]
pub mod bom_money;
#[cfg(feature = "ssr")]
pub mod bom_picture;
#[cfg(feature = "ssr")]
pub mod call;
#[cfg(feature = "ssr")]
pub mod cases;
pub mod choices;
pub mod code;
#[cfg(feature = "ssr")]
pub mod compare;
pub mod compare_link;
#[cfg(feature = "ssr")]
pub mod dataset;
#[cfg(feature = "ssr")]
pub mod diagnose;
pub mod diagnose_link;
pub mod faults;
pub mod figures;
#[cfg(feature = "ssr")]
pub mod formulas;
pub mod glance;
pub mod inputs;
pub mod ladder;
pub mod lever_names;
#[cfg(feature = "ssr")]
pub mod machine;
#[cfg(feature = "ssr")]
pub mod need;
#[cfg(feature = "ssr")]
pub mod own_model;
#[cfg(feature = "ssr")]
pub mod owner;
#[cfg(feature = "ssr")]
pub mod pages;
pub mod plans;
#[cfg(feature = "ssr")]
pub mod privacy;
#[cfg(feature = "ssr")]
pub mod problems;
#[cfg(feature = "ssr")]
pub mod products;
#[cfg(feature = "ssr")]
pub mod purchase;
#[cfg(feature = "ssr")]
pub mod reference;
pub mod results;
pub mod revise;
#[cfg(feature = "ssr")]
pub mod run;
#[cfg(feature = "ssr")]
pub mod share;
#[cfg(feature = "ssr")]
pub mod shared;
#[cfg(feature = "ssr")]
pub mod sources;
#[cfg(feature = "ssr")]
pub mod start_check;
#[cfg(feature = "ssr")]
pub mod token_costs;
#[cfg(feature = "ssr")]
pub mod upgrade;

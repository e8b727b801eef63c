//! Laws of the advisor: what it recommends holds whatever was left open and whatever has to be kept to, and nothing that
//! is at hand improves it.

mod cases;
mod front;
mod levers;
mod plans;
mod requests;

use engine::estimate::{Nearest, run_time};
use engine::search::{quick, recommend};
use proptest::prelude::*;

use front::is_a_front;
use levers::{no_lever_improves, no_lever_is_ahead};
use plans::{holds, keeps_constraints, relaxations_resolve, touched};
use requests::{market, pinned, requests};

proptest! {
    #[test]
    fn what_is_recommended_holds(request in requests()) {
        let advice = recommend(&request, &market());
        prop_assert_eq!(&advice, &recommend(&request, &market()));
        let advice = match advice {
            Ok(advice) => advice,
            Err(contradictions) => return relaxations_resolve(&request, &contradictions),
        };
        let plan = &advice.recommended;
        prop_assert_eq!(touched(&request, &plan.scenario), Vec::<&str>::new());
        keeps_constraints(&request, plan)?;
        prop_assert_eq!(&engine::answer::estimate(&pinned(&request, &plan.scenario)), plan);
        is_a_front(&request, &advice.front, plan)?;
        no_lever_is_ahead(&request, &advice)?;
        no_lever_improves(&request, plan)?;
        for nearest in &advice.nearest {
            let (Nearest::Card { plan, .. } | Nearest::Cards { plan, .. }) = nearest;
            prop_assert!(holds(plan));
            keeps_constraints(&request, plan)?;
        }
        prop_assert!(!holds(plan) || advice.nearest.is_empty());
    }

    #[test]
    fn the_plan_for_a_comparison_is_a_plan(request in requests()) {
        let plan = match quick(&request) {
            Ok(plan) => plan,
            Err(contradictions) => return relaxations_resolve(&request, &contradictions),
        };
        let estimate = engine::answer::estimate(&pinned(&request, &plan.scenario));
        prop_assert_eq!(touched(&request, &plan.scenario), Vec::<&str>::new());
        keeps_constraints(&request, &estimate)?;
        prop_assert_eq!((plan.epoch, plan.vram_needed, plan.run), (estimate.speed.epoch, estimate.vram.needed, run_time(&estimate)));
        prop_assert_eq!(plan.ram_minimum, estimate.ram.minimum);
        prop_assert!(!plan.fits || holds(&estimate));
    }
}

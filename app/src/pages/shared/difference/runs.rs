//! Names of the figures that only a model has that runs.

use crate::locale::{Locale, in_brackets};
use crate::messages::{run as words, shared as text};

/// The name of such a figure; none of any other.
pub(super) fn name(pointer: &str, locale: Locale) -> Option<String> {
    let of_95 = |name: &str| name.to_owned() + &in_brackets(words::queue_95(locale), locale);
    let name = match pointer {
        "/fits" => text::run_works(locale),
        "/vram/parts/kv_cache" => words::kv_cache(locale),
        "/vram/parts/cuda_graphs" => words::cuda_graphs(locale),
        "/vram/parts/framework" => words::framework(locale),
        "/vram/kv_in_use_bytes" => text::run_kv_in_use(locale),
        "/vram/kv_bytes_per_token" => text::run_kv_of_token(locale),
        "/limits/max_context" => text::run_longest(locale),
        "/limits/max_concurrency" => text::run_most_requests(locale),
        "/limits/kv_tokens" => words::after_tokens(locale),
        "/within_targets/concurrency" => text::run_within(locale),
        "/within_targets/request_rate" => text::run_within_rate(locale),
        "/ram/weights_bytes" => text::run_in_ram(locale),
        "/ram/installed_bytes" => text::run_installed(locale),
        "/ram/fits" => text::run_ram_fits(locale),
        "/speed/concurrency" => words::at_a_time(locale),
        "/speed/decode_tokens_per_second" => words::speed(locale),
        "/speed/total_tokens_per_second" => text::run_total(locale),
        "/speed/alone_tokens_per_second" => text::run_alone(locale),
        "/speed/time_to_first_token_seconds" => words::first(locale),
        "/speed/inter_token_seconds" => words::queue_token(locale),
        "/speed/prefill_tokens_per_second" => text::run_prefill(locale),
        "/speed/requests_per_second" => text::run_requests_rate(locale),
        "/speed/decode_range/0" => text::run_speed_low(locale),
        "/speed/decode_range/1" => text::run_speed_high(locale),
        "/speed/load_seconds" => text::run_load_time(locale),
        "/images/tokens_per_image" => words::tokens_of_picture(locale),
        "/images/prepare_seconds" => words::picture_host(locale),
        "/images/encode_seconds" => words::picture_card(locale),
        "/queue/max_request_rate" => text::run_most_rate(locale),
        "/queue/seen/time_to_first_token_seconds/p95" => return Some(of_95(words::queue_first(locale))),
        "/queue/seen/inter_token_seconds/p95" => return Some(of_95(words::queue_token(locale))),
        "/queue/seen/request_seconds/p95" => return Some(of_95(words::queue_whole(locale))),
        "/queue/seen/under_way" => text::run_under_way(locale),
        "/speed/batch_seconds" => words::batch_time(locale),
        "/speed/batch_seconds_range/0" => text::run_batch_low(locale),
        "/speed/batch_seconds_range/1" => text::run_batch_high(locale),
        "/speed/images_per_second" | "/images/images_per_second" => words::pictures(locale),
        "/speed/videos_per_second" => words::videos(locale),
        "/speed/audio_seconds_per_second" => words::hours_an_hour(locale),
        "/speed/texts_per_second" => words::texts(locale),
        _ => return None,
    };
    Some(name.to_owned())
}

/// Whether such a figure is one of those that readers know from the tiles.
pub(super) fn is_told_first(pointer: &str) -> bool {
    matches!(
        pointer,
        "/fits"
            | "/vram/parts/kv_cache"
            | "/limits/max_context"
            | "/limits/max_concurrency"
            | "/limits/kv_tokens"
            | "/speed/decode_tokens_per_second"
            | "/speed/total_tokens_per_second"
            | "/speed/time_to_first_token_seconds"
            | "/speed/batch_seconds"
            | "/speed/images_per_second"
            | "/speed/videos_per_second"
            | "/speed/audio_seconds_per_second"
            | "/speed/texts_per_second"
    )
}

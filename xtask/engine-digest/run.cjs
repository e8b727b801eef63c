// Runs the digest's WebAssembly under Node: `node run.cjs MODULE answers|time`.
const [, , modulePath, task] = process.argv;
const engine = require(modulePath);

// The planner redraws on every step of a slider: an estimate has to be a small part of a frame.
const LIMIT_MS = 2;
// A full search follows a slider with a little distance.
const SEARCH_LIMIT_MS = 15;
const QUERIES = [
  'v=1&gpu=rtx-4090&model=resnet50&batch=64',
  'v=1&gpu=rtx-4090&model=resnet152',
  'v=1&gpu=rtx-4090&model=bert-large&batch=16',
  'v=1&gpu=rtx-4090&model=llama-2-7b&method=qlora&batch=1',
  'v=1&gpu=h100-sxm5-80gb&model=llama-2-13b&method=lora',
  'v=1&gpu=rtx-4090&model=sd15&batch=4',
];

// Whether every query is answered within the limit, in milliseconds.
function timed(name, answer, limit) {
  let fast = true;
  for (const query of QUERIES) {
    const times = [];
    for (let run = 0; run < 60; run += 1) {
      const start = process.hrtime.bigint();
      answer(query);
      times.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
    // The first runs are compiled in haste, and somebody else may want the processor: the median of the rest counts.
    const warm = times.slice(10).sort((one, other) => one - other);
    const median = warm[Math.floor(warm.length / 2)];
    fast &&= median <= limit;
    console.log(`wasm: ${name} ${median.toFixed(2)} ms (first ${times[0].toFixed(2)} ms)  ${query}`);
  }
  if (!fast) console.error(`wasm: ${name} takes more than ${limit} ms`);
  return fast;
}

function time() {
  const estimates = timed('estimate', engine.estimate, LIMIT_MS);
  const searches = timed('recommend', engine.recommend, SEARCH_LIMIT_MS);
  if (!estimates || !searches) process.exit(1);
}

if (task === 'time') time();
else process.stdout.write(engine.answers());

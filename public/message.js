// Puts what a chosen file says into the box: the end of a log, or the sums of a memory snapshot or a profiler trace. The file stays in
// this browser; nothing is sent before the button is pressed, and then only what the box shows.
const box = document.getElementById('message-text');
const field = document.getElementById('message-file-field');
const chooser = document.getElementById('message-file');
const status = document.getElementById('message-file-status');
const LOG_BYTES = 262144;
const SHOWN = 3;
let latest = 0;

// Reads what Python's pickle writes of numbers, texts, lists, tuples and dictionaries; anything that would run code is refused.
function unpickle(buffer) {
  const view = new DataView(buffer);
  const bytes = new Uint8Array(buffer);
  const decoder = new TextDecoder();
  const stack = [];
  const marks = [];
  const memo = [];
  let at = 0;
  const take = (length) => bytes.subarray(at, (at += length));
  const text = (length) => decoder.decode(take(length));
  const u32 = () => view.getUint32((at += 4) - 4, true);
  const u64 = () => Number(view.getBigUint64((at += 8) - 8, true));
  const since = () => stack.splice(marks.pop());
  const integer = (length) => {
    let value = 0n;
    const digits = take(length);
    for (let place = length - 1; place >= 0; place -= 1) value = (value << 8n) | BigInt(digits[place]);
    if (length > 0 && digits[length - 1] > 127) value -= 1n << BigInt(8 * length);
    return Number(value);
  };
  const setAll = (pairs) => {
    const target = stack[stack.length - 1];
    for (let place = 0; place < pairs.length; place += 2) target.set(pairs[place], pairs[place + 1]);
  };
  while (at < bytes.length) {
    const code = bytes[at++];
    switch (code) {
      case 0x80: at += 1; break;
      case 0x95: at += 8; break;
      case 0x7d: stack.push(new Map()); break;
      case 0x5d: stack.push([]); break;
      case 0x29: stack.push([]); break;
      case 0x28: marks.push(stack.length); break;
      case 0x8c: stack.push(text(bytes[at++])); break;
      case 0x58: stack.push(text(u32())); break;
      case 0x8d: stack.push(text(u64())); break;
      case 0x43: stack.push(take(bytes[at++])); break;
      case 0x42: stack.push(take(u32())); break;
      case 0x4a: stack.push(view.getInt32((at += 4) - 4, true)); break;
      case 0x4b: stack.push(bytes[at++]); break;
      case 0x4d: stack.push(view.getUint16((at += 2) - 2, true)); break;
      case 0x8a: stack.push(integer(bytes[at++])); break;
      case 0x8b: stack.push(integer(u32())); break;
      case 0x47: stack.push(view.getFloat64((at += 8) - 8)); break;
      case 0x4e: stack.push(null); break;
      case 0x88: stack.push(true); break;
      case 0x89: stack.push(false); break;
      case 0x73: setAll(stack.splice(-2)); break;
      case 0x75: setAll(since()); break;
      case 0x61: { const item = stack.pop(); stack[stack.length - 1].push(item); break; }
      case 0x65: { const items = since(); const list = stack[stack.length - 1]; for (const item of items) list.push(item); break; }
      case 0x85: stack.push(stack.splice(-1)); break;
      case 0x86: stack.push(stack.splice(-2)); break;
      case 0x87: stack.push(stack.splice(-3)); break;
      case 0x74: stack.push(since()); break;
      case 0x94: memo.push(stack[stack.length - 1]); break;
      case 0x71: memo[bytes[at++]] = stack[stack.length - 1]; break;
      case 0x72: memo[u32()] = stack[stack.length - 1]; break;
      case 0x68: stack.push(memo[bytes[at++]]); break;
      case 0x6a: stack.push(memo[u32()]); break;
      case 0x2e: return stack.pop();
      default: throw new Error(`opcode ${code}`);
    }
  }
  throw new Error('no end');
}

const most = (sums) => [...sums].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);

// The first line of a stack that is not the framework's own.
function origin(frames) {
  const own = (frames ?? []).find((frame) => frame.get('filename')?.endsWith('.py') && !/[\\/]torch[\\/]/.test(frame.get('filename')));
  return own && `${own.get('filename').split(/[\\/]/).pop()}:${own.get('line')} ${own.get('name')}`;
}

// What a snapshot of torch.cuda.memory._dump_snapshot comes to, of the card that holds most.
function sumOfSnapshot(snapshot) {
  const devices = new Map();
  for (const segment of snapshot.get('segments')) {
    const device = segment.get('device') ?? 0;
    const sum = devices.get(device) ?? { reserved: 0, allocated: 0, segments: 0, gap: 0, lines: new Map() };
    devices.set(device, sum);
    sum.reserved += segment.get('total_size');
    sum.allocated += segment.get('allocated_size');
    sum.segments += 1;
    for (const block of segment.get('blocks') ?? []) {
      const size = block.get('size');
      if (block.get('state') === 'inactive') sum.gap = Math.max(sum.gap, size);
      const line = block.get('state') === 'active_allocated' && origin(block.get('frames'));
      if (line) sum.lines.set(line, (sum.lines.get(line) ?? 0) + size);
    }
  }
  const [device, sum] = [...devices].sort((a, b) => b[1].reserved - a[1].reserved)[0];
  const refused = (snapshot.get('device_traces')?.[device] ?? []).filter((event) => event.get('action') === 'oom').pop();
  const lines = most(sum.lines).map(([line, size]) => `${line} ${size} bytes`);
  const parts = [
    `card ${device}`,
    `${sum.reserved} bytes reserved in ${sum.segments} segments`,
    `${sum.allocated} bytes allocated`,
    `largest gap ${sum.gap} bytes`,
  ];
  if (refused) parts.push(`${refused.get('size')} bytes refused`);
  const from = lines.length > 0 ? `; most by line: ${lines.join(', ')}` : '';
  return `PyTorch memory snapshot: ${parts.join(', ')}${from}`;
}

// What a trace of torch.profiler comes to: how long a step is, and how much of the time some kernel runs.
function sumOfTrace(trace) {
  const events = (Array.isArray(trace) ? trace : trace.traceEvents).filter((event) => event.ph === 'X' && event.dur >= 0);
  const steps = events.filter((event) => event.name.startsWith('ProfilerStep') && !event.cat.startsWith('gpu'));
  const work = events.filter((event) => /^(kernel|gpu_memcpy|gpu_memset)$/i.test(event.cat)).sort((a, b) => a.ts - b.ts);
  if (steps.length === 0 && work.length === 0) throw new Error('no steps');
  const all = steps.length > 0 ? steps : work;
  const start = Math.min(...all.map((event) => event.ts));
  const end = all.reduce((last, event) => Math.max(last, event.ts + event.dur), start);
  const names = new Map();
  let [busy, last] = [0, start];
  for (const { ts, dur, name } of work) {
    busy += Math.max(0, Math.min(ts + dur, end) - Math.max(ts, last));
    last = Math.max(last, ts + dur);
    names.set(name, (names.get(name) ?? 0) + dur);
  }
  const seconds = (time) => String(Number((time / 1e6).toPrecision(4)));
  const longest = most(names).map(([name, time]) => `${name.slice(0, 60)} ${seconds(time)} s`);
  const parts = [];
  if (steps.length > 0) parts.push(`${steps.length} steps`, `${seconds((end - start) / steps.length)} s a step`);
  if (work.length > 0) parts.push(`GPU busy ${Math.round((100 * busy) / (end - start))} % of ${seconds(end - start)} s`);
  const from = longest.length > 0 ? `; most time: ${longest.join(', ')}` : '';
  return `Profiler trace: ${parts.join(', ')}${from}`;
}

async function textOf(file) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] === 0x80) return sumOfSnapshot(unpickle(await file.arrayBuffer()));
  const isZipped = start[0] === 0x1f && start[1] === 0x8b;
  if (isZipped || file.name.endsWith('.json')) {
    const stream = isZipped ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
    return sumOfTrace(JSON.parse(await new Response(stream).text()));
  }
  return file.slice(-LOG_BYTES).text();
}

async function fill(file) {
  const own = ++latest;
  let said = status.dataset.failed;
  try {
    const text = file && (await textOf(file));
    if (own !== latest || !file) return;
    box.value = text;
    said = status.dataset.filled;
  } catch {
    // It is of another kind, broken or gone: the box stays as it is.
  }
  if (own === latest) status.textContent = said;
}

field.hidden = false;
chooser.addEventListener('change', () => fill(chooser.files[0]));

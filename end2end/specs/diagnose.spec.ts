import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures';

const FULL =
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.99 GiB. GPU 0 has a total capacity of 23.56 GiB of which 1.23 GiB is ' +
  'free. Including non-PyTorch memory, this process has 22.27 GiB memory in use. Of the allocated memory 14.73 GiB is allocated by ' +
  'PyTorch, and 6.39 GiB is reserved by PyTorch but unallocated.';

test('a pasted message is answered for the plan, and its link says the same', async ({ page }) => {
  await page.goto('/diagnose?v=1&gpu=rtx-4090&model=llama-3.1-8b&method=qlora');
  await page.locator('textarea').fill(FULL);
  await page.getByTestId('read').click();
  await expect(page.getByTestId('message-card-memory')).toContainText('pieces');
  const first = page.getByTestId('checks').locator('li').first();
  await expect(first).toHaveAttribute('data-testid', 'check-fragmentation');
  const said = await page.getByTestId('checks').textContent();
  await page.getByTestId('link').click();
  await expect(page).toHaveURL(/see=out-of-memory&seen_requested_bytes=\d+/);
  expect(await page.getByTestId('checks').textContent()).toBe(said);
});

test('a message without a plan is answered by its own figures', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Diagnose' }).first().click();
  await page.locator('textarea').fill('RuntimeError: DataLoader worker (pid 7) is killed by signal: Bus error.');
  await page.getByTestId('read').click();
  await expect(page.getByTestId('message-shared-memory')).toBeVisible();
  await expect(page.getByTestId('said')).toContainText('--shm-size');
});

/** `{'segments': [{'device': 0, 'total_size': 8, 'allocated_size': 5}]}` as Python pickles it. */
const SNAPSHOT = Buffer.concat([
  Buffer.from([0x80, 4, 0x7d, 0x94, 0x28, 0x8c, 8]), Buffer.from('segments'), Buffer.from([0x94, 0x5d, 0x94, 0x7d, 0x94, 0x28, 0x8c, 6]),
  Buffer.from('device'), Buffer.from([0x94, 0x4b, 0, 0x8c, 10]), Buffer.from('total_size'), Buffer.from([0x94, 0x4b, 8, 0x8c, 14]),
  Buffer.from('allocated_size'), Buffer.from([0x94, 0x4b, 5, 0x75, 0x61, 0x75, 0x2e]),
]);
const TRACE = gzipSync(JSON.stringify({
  traceEvents: [
    { ph: 'X', cat: 'user_annotation', name: 'ProfilerStep#1', ts: 0, dur: 1_000_000 },
    { ph: 'X', cat: 'user_annotation', name: 'ProfilerStep#2', ts: 1_000_000, dur: 1_000_000 },
    { ph: 'X', cat: 'kernel', name: 'gemm', ts: 100_000, dur: 600_000 },
    { ph: 'X', cat: 'kernel', name: 'gemm', ts: 400_000, dur: 600_000 },
  ],
}));
const files = [
  { name: 'snapshot.pickle', content: SNAPSHOT, says: 'PyTorch memory snapshot: card 0, 8 bytes reserved in 1 segments, 5 bytes allocated' },
  { name: 'trace.json.gz', content: TRACE, says: 'Profiler trace: 2 steps, 1 s a step, GPU busy 45 % of 2 s; most time: gemm 1.2 s' },
  { name: 'run.log', content: Buffer.from(FULL), says: FULL },
];

for (const { name, content, says } of files) {
  test(`${name} is read in the browser`, async ({ page, hydrated }) => {
    test.skip(!hydrated, 'files are read by a script');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await page.goto('/diagnose');
    await page.locator('#message-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
    await expect(page.locator('textarea')).toHaveValue(new RegExp(`^${says.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
    expect(sent).not.toContain('POST');
  });
}

test('a file that would run code is refused', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'files are read by a script');
  await page.goto('/diagnose');
  const content = Buffer.concat([Buffer.from([0x80, 4, 0x8c, 2]), Buffer.from('os'), Buffer.from([0x8c, 6]), Buffer.from('system'), Buffer.from([0x93, 0x2e])]);
  await page.locator('#message-file').setInputFiles({ name: 'evil.pickle', mimeType: 'application/octet-stream', buffer: content });
  await expect(page.locator('#message-file-status')).toHaveText('The file is none of these, or could not be read.');
  await expect(page.locator('textarea')).toHaveValue('');
});

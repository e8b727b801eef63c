import { change, DOES_NOT_FIT, expect, figures, FITS, improve, open, planner, test, unfold } from './fixtures';

/** A switch of the advisor, by what it says. */
function lever(page: import('@playwright/test').Page, name: RegExp) {
  return planner(page).part('levers').getByRole('switch', { name }).first();
}

test('a change is a switch that goes on and off again', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS).replace('resnet50', 'bert-base'));
  const before = await figures(page, 'tile-vram');
  const off = lever(page, /activation checkpointing/i);
  await unfold(off);
  await expect(off).toHaveAttribute('aria-checked', 'false');
  await off.click();
  await expect(page).toHaveURL(/\/plan\/improve\?.*checkpointing=full/);
  await expect.poll(() => figures(page, 'tile-vram')).not.toBe(before);
  await expect(planner(page).field('checkpointing')).toHaveValue('full');
  const on = lever(page, /^activation checkpointing/i);
  await expect(on).toHaveAttribute('aria-checked', 'true');
  await on.click();
  await expect(page).not.toHaveURL(/checkpointing=/);
  await expect(planner(page).field('checkpointing')).toHaveValue('');
});

test('a switch asks the server for nothing but the advisor, and the way back leads to the plan before', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'without a script a switch is a link');
  await open(page, hydrated, improve(DOES_NOT_FIT));
  const before = await figures(page, 'verdict');
  const asked: string[] = [];
  // A browser may look for the icon again when the address changes.
  page.on('request', (request) => /\/favicon\.svg$|\/plan\/advice\?/.test(request.url()) || asked.push(request.url()));
  await lever(page, /^LoRA/).click();
  await expect(page).toHaveURL(/method=lora/);
  await expect(planner(page).field('method')).toHaveValue('lora');
  expect(await figures(page, 'verdict')).not.toBe(before);
  await page.goBack();
  await expect(page).not.toHaveURL(/method=lora/);
  await expect.poll(() => figures(page, 'verdict')).toBe(before);
  await expect(planner(page).field('method')).toHaveValue('full');
  expect(asked).toEqual([]);
});

test('what the advisor says of the batch is written at the batch alone', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'needs its script');
  await open(page, hydrated, FITS);
  const ram = page.getByTestId('ram-bar').locator('.kit.chosen dd').first();
  const before = await ram.innerText();
  await expect(ram).toContainText('GiB');
  const answered = page.waitForResponse(/\/plan\/advice\?/);
  await change(page, hydrated, 'batch', '33');
  await answered;
  await expect(page.getByTestId('batch').locator('.kit.advised dd')).toHaveText(/^[\d,]+$/);
  await expect(ram).toHaveText(before);
});

test('the title of the browser follows the plan', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await expect(page).toHaveTitle(/^ResNet-50 · GeForce RTX 4090 · .* · Rigwise$/);
  await change(page, hydrated, 'gpus', '2');
  await expect(page).toHaveTitle(/^ResNet-50 · 2 × GeForce RTX 4090 · .* · Rigwise$/);
});

test('a switch is pressed by the keyboard and keeps its place', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(DOES_NOT_FIT));
  await lever(page, /^LoRA/).focus();
  await page.keyboard.press(hydrated ? 'Space' : 'Enter');
  await expect(page).toHaveURL(/method=lora/);
  if (hydrated) await expect(page.locator(':focus')).toBeVisible();
});

test('the single change that makes it fit stands on top', async ({ page }) => {
  await page.goto(improve(DOES_NOT_FIT));
  const single = planner(page).part('single-change');
  await expect(single.getByRole('switch')).toHaveCount(1);
  await single.getByRole('switch').click();
  await expect(planner(page).verdict.first()).not.toContainText(/not fit/i);
});

test('every plan of the front is a link to itself', async ({ page }) => {
  await page.goto(improve(DOES_NOT_FIT));
  const front = planner(page).part('front');
  const links = front.locator('svg.front a');
  const count = await links.count();
  expect(count).toBeLessThanOrEqual(12);
  test.skip(count === 0, 'one plan is best in every respect');
  await expect(front.locator('tbody tr')).toHaveCount(count);
  const address = (await links.first().getAttribute('href')) ?? '';
  expect(address).toMatch(/^\/plan\/improve\?v=1&/);
  await page.goto(address);
  await expect(planner(page).errors).toHaveCount(0);
  await expect(planner(page).verdict.first()).not.toContainText(/not fit/i);
});

test('constraints are part of the plan', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await change(page, hydrated, 'deadline_hours', '36');
  await expect(page).toHaveURL(hydrated ? /deadline=129600/ : /deadline_hours=36/);
  await expect(planner(page).field('deadline_hours')).toHaveValue('36');
  await expect(planner(page).part('save').locator('input[name="query"]')).toHaveValue(/deadline=129600/);
  const full = planner(page).form.locator('input[name="methods"][value="full"]');
  await unfold(full);
  await full.check();
  if (!hydrated) await planner(page).calculate.click();
  await expect(page).toHaveURL(/methods=full/);
  await expect(full).toBeChecked();
});

test('contradictory constraints are relaxed by one click', async ({ page, hydrated }) => {
  await open(page, hydrated, `${improve(FITS)}&accumulation=1&global_batch=100`);
  const summary = planner(page).part('contradictions');
  await expect(summary).toContainText('32');
  await summary.getByRole('link', { name: /^Set to/ }).first().click();
  await expect(summary).toHaveCount(0);
  await expect(page).toHaveURL(/global_batch=32/);
});

test('all programs are one folder, and what other tools cannot run is said', async ({ page, request }) => {
  await page.goto('/code?gpu=rtx-4090&model=llama-3.2-1b&method=qlora');
  await expect(page.getByText('No configuration for LLaMA-Factory, ms-swift, Axolotl')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('programs-zip').click()]);
  expect(download.suggestedFilename()).toBe('rigwise-programs.zip');
  await page.goto('/code?gpu=rtx-4090&model=llama-3.2-1b&method=lora&precision=bf16-amp');
  for (const tool of ['llama-factory', 'ms-swift', 'axolotl']) {
    await expect(page.getByTestId(`program-${tool}`)).toBeVisible();
  }
  const kit = await request.get((await page.getByRole('link', { name: 'Download measure.zip' }).getAttribute('href')) ?? '');
  expect([kit.status(), kit.headers()['content-type']]).toEqual([200, 'application/zip']);
});

test('programs come in tabs, one framework at a time', async ({ page }) => {
  await page.goto(FITS.replace('/plan', '/code'));
  await expect(page.getByTestId('program-pytorch')).toBeVisible();
  await expect(page.getByTestId('program-tensorflow')).toBeHidden();
  await page.getByRole('radio', { name: 'TensorFlow' }).check();
  await expect(page.getByTestId('program-tensorflow')).toBeVisible();
  await expect(page.getByTestId('program-pytorch')).toBeHidden();
});

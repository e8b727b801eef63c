import { change, DOES_NOT_FIT, expect, figures, FITS, HUGE_BATCH, open, planner, test } from './fixtures';

test('a link opens the planner with its answer', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const { verdict, field, part } = planner(page);
  await expect(verdict.first()).toContainText(/GiB/);
  await expect(field('gpu')).toHaveValue('rtx-4090');
  await expect(field('batch')).toHaveValue('32');
  for (const id of ['vram-bar', 'ram-bar', 'timeline', 'batch', 'save']) {
    await expect(part(id).first(), id).toBeVisible();
  }
});

test('the answer is in the first HTML', async ({ request }) => {
  const html = await (await request.get(FITS)).text();
  expect(html).toMatch(/data-testid="?verdict"?/);
  expect(html).toMatch(/GiB/);
});

test('a run that does not fit says so and offers changes that make it fit', async ({ page, hydrated }) => {
  await open(page, hydrated, DOES_NOT_FIT);
  const { verdict, part } = planner(page);
  await expect(verdict.first()).toContainText(/not fit|short|over/i);
  await expect(part('quick').first()).toContainText(/LoRA/);
});

test('another batch gives another answer', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const before = await figures(page, 'verdict');
  await change(page, hydrated, 'batch', '128');
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
  await change(page, hydrated, 'batch', HUGE_BATCH);
  await expect(planner(page).verdict.first()).toContainText(/not fit|short|over/i);
  await expect(page).toHaveURL(new RegExp(`batch=${HUGE_BATCH}`));
});

test('another card gives another answer', async ({ page, hydrated }) => {
  await open(page, hydrated, DOES_NOT_FIT);
  const before = await figures(page, 'verdict');
  await change(page, hydrated, 'gpu', 'h200-sxm');
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
  await expect(page).toHaveURL(/gpu=h200-sxm/);
});

test('a change in the browser asks no server', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'without a script the form asks the server');
  await open(page, hydrated, FITS);
  const before = await figures(page, 'verdict');
  // Only the advice is the server's, and it comes later than the figures.
  await page.context().setOffline(true);
  await change(page, hydrated, 'batch', '64');
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
});

test('live and served answers agree', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'there is only one answer without a script');
  await open(page, hydrated, FITS);
  await change(page, hydrated, 'batch', '96');
  await expect(page).toHaveURL(/batch=96/);
  const live = await figures(page, 'verdict');
  await page.reload();
  expect(await figures(page, 'verdict')).toBe(live);
});

test('what was typed before the script woke is kept', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'there is no script to wait for');
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(FITS, { waitUntil: 'domcontentloaded' });
  const before = await figures(page, 'verdict');
  await planner(page).field('batch').fill('200');
  release();
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
  await expect(planner(page).field('batch')).toHaveValue('200');
});

test('numbers may be written as people write them', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const before = await figures(page, 'verdict');
  await change(page, hydrated, 'batch', '６４');
  await expect.poll(() => figures(page, 'verdict')).not.toBe(before);
  await expect(planner(page).errors).toHaveCount(0);
});

test('a number explains itself', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const why = page.locator('[data-testid^="why-"]').first();
  await expect(why).toBeVisible();
  await why.click();
  // The figure itself, unfolded, in the tab that explains them all.
  await expect(page).toHaveURL(/\/plan\/why\?.*#figure-/);
  const figure = page.locator(':target');
  await expect(figure).toBeVisible();
  await expect(figure).toContainText(/[=×+]/);
});

test('each step of memory leads to the plan with it, which says the same', async ({ page, hydrated }) => {
  await open(page, hydrated, `${FITS}&ram=64&samples=1281167&workers=16`);
  const ladder = page.getByTestId('ram-ladder');
  const row = (gib: number) => ladder.getByRole('row').filter({ has: page.locator(`#ram-${gib}`) });
  await expect(row(64)).toContainText('installed');
  for (const gib of [16, 32, 64, 128]) await expect(row(gib)).toContainText(/USD|unknown/);
  const epoch = row(16).locator('td').nth(4);
  const before = await epoch.innerText();
  await page.locator('#ram-16').click();
  await expect(page).toHaveURL(/ram=16/);
  await expect(row(16)).toContainText('installed');
  expect(await epoch.innerText()).toBe(before);
  // Prices come with the advice where the script draws the card.
  await expect(row(16)).toContainText(/USD|unknown/);
  expect(before).toContain(await page.getByTestId('verdict').first().innerText().then((text) => /· (.+?) an epoch/.exec(text)?.[1] ?? '?'));
});

test('the way back undoes a change, and the way forward repeats it', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  const { field, verdict } = planner(page);
  const before = await figures(page, 'verdict');
  for (const batch of ['64', '96']) {
    await change(page, hydrated, 'batch', batch);
    await expect(page).toHaveURL(new RegExp(`batch=${batch}`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/batch=64/);
  await expect(field('batch')).toHaveValue('64');
  await page.goBack();
  await expect(page).toHaveURL(/batch=32/);
  await expect(field('batch')).toHaveValue('32');
  await expect.poll(() => figures(page, 'verdict')).toBe(before);
  await page.goForward();
  await expect(field('batch')).toHaveValue('64');
  await expect(verdict.first()).toBeVisible();
});

test('a field at fault takes nothing else with it', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await change(page, hydrated, 'epochs', '20');
  await change(page, hydrated, 'batch', '0');
  const views = page.getByTestId('views');
  await expect(views.getByRole('link', { name: 'Improve' })).toHaveAttribute('href', /epochs=20&batch=0/);
  await expect(page).toHaveURL(/batch=0(&.*)?$/);
  await expect(page.getByTestId('save-form')).toHaveCount(0);
  await page.reload();
  await expect(planner(page).field('epochs')).toHaveValue('20');
  await expect(planner(page).field('batch')).toHaveValue('0');
  await expect(planner(page).errors).toHaveCount(1);
});

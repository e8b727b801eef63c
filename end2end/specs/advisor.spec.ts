import { change, expect, FITS, improve, open, planner, test } from './fixtures';

test.beforeEach(({ hydrated }) => test.skip(!hydrated, 'without a script the cards come with the page'));

test('a question to the advisor that fails is told, and asked again by a button', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS));
  await page.route('**/plan/advice?*', (route) => route.abort());
  await change(page, hydrated, 'batch', '64');
  const failed = page.getByTestId('advice-failed');
  await expect(failed).toBeVisible();
  await expect(failed).toHaveAttribute('role', 'alert');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // The proposals of the plan before are gone.
  await expect(planner(page).part('levers').getByRole('switch')).toHaveCount(0);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(failed).toBeVisible();
  await page.unroute('**/plan/advice?*');
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expect(planner(page).part('levers').getByRole('switch').first()).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('#levers-heading')).toBeFocused();
  await expect(planner(page).part('levers').locator('a[href*="batch=64"]').first()).toBeAttached();
});

test('a busy server is asked once more, when it says', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS));
  let asked = 0;
  await page.route('**/plan/advice?*', async (route) => {
    asked += 1;
    if (asked === 1) await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '{}' });
    else await route.continue();
  });
  await change(page, hydrated, 'batch', '64');
  await expect(planner(page).part('levers').locator('a[href*="batch=64"]').first()).toBeAttached();
  expect(asked).toBe(2);
});

test('a server that stays busy is named', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS));
  let asked = 0;
  await page.route('**/plan/advice?*', async (route) => {
    asked += 1;
    await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, body: '{}' });
  });
  await change(page, hydrated, 'batch', '64');
  await expect(page.getByTestId('advice-failed')).toContainText(/busy/);
  expect(asked).toBe(2);
});

test('a question that is never answered ends', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS));
  await page.route('**/plan/advice?*', () => {});
  await change(page, hydrated, 'batch', '64');
  await expect(page.getByTestId('advice-failed')).toBeVisible({ timeout: 25_000 });
});

test('an answer to the plan before is not shown', async ({ page, hydrated }) => {
  await open(page, hydrated, improve(FITS));
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/plan/advice?*batch=64*', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const first = page.waitForRequest('**/plan/advice?*batch=64*');
  await change(page, hydrated, 'batch', '64');
  await first;
  await change(page, hydrated, 'batch', '96');
  const fresh = planner(page).part('levers').locator('a[href*="batch=96"]').first();
  await expect(fresh).toBeAttached();
  release();
  await page.waitForTimeout(500);
  await expect(fresh).toBeAttached();
  await expect(planner(page).part('levers').locator('a[href*="batch=64"]')).toHaveCount(0);
  await expect(page.getByTestId('advice-failed')).toHaveCount(0);
});

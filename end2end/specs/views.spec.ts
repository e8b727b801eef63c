import { change, expect, FITS, open, planner, test } from './fixtures';

const TABS = { '/plan': 'Memory', '/plan/speed': 'Speed and data', '/plan/improve': 'Improve', '/plan/why': 'Why' };
const PAGES = { '/bom': 'Machine', '/compare': 'Compare', '/code': 'Code', '/diagnose': 'Diagnose' };
/** A card that stands in this tab and in no other. */
const CARDS = { '/plan': 'vram-bar', '/plan/speed': 'path', '/plan/improve': 'levers', '/plan/why': 'figures' };

test('every view of a plan is a link of every other, and says which it is', async ({ page }) => {
  for (const [path, name] of Object.entries({ ...TABS, ...PAGES })) {
    await page.goto(FITS.replace('/plan', path));
    const views = page.getByTestId('views');
    await expect(views.locator('a:not([href$="#save-heading"]):not([data-testid="edit"])')).toHaveCount(8);
    await expect(views.locator('a[href$="#save-heading"]')).toHaveCount(1);
    // The planner's own tabs have the form beside them.
    await expect(views.getByTestId('edit')).toHaveCount(path in PAGES ? 1 : 0);
    await expect(views.locator('[aria-current="page"]')).toHaveText(name);
    for (const href of await views.locator('a:not([href$="#save-heading"])').evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
      expect(href, path).toContain('gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=32');
    }
  }
});

test('a tab has its own cards, and each is below the same first screen', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  for (const [path, name] of Object.entries(TABS)) {
    await page.getByTestId('views').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?`));
    for (const [of, card] of Object.entries(CARDS)) await expect(page.getByTestId(card)).toHaveCount(of === path ? 1 : 0);
    await expect(page.getByTestId('tile-ram')).toHaveCount(1);
    // What was asked for is in view, and the bar with it.
    await expect(page.getByTestId('views')).toBeInViewport();
    await expect(page.getByTestId(CARDS[path as keyof typeof CARDS]).getByRole('heading').first()).toBeInViewport();
  }
});

test('a change stays in its tab, and the other tabs follow it', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS.replace('/plan', '/plan/speed'));
  await change(page, hydrated, 'batch', '64');
  await expect(page).toHaveURL(/\/plan\/speed\?.*batch=64/);
  await expect(page.getByTestId('path')).toHaveCount(1);
  await page.getByTestId('views').getByRole('link', { name: 'Memory' }).click();
  await expect(page).toHaveURL(/\/plan\?.*batch=64/);
  await expect(planner(page).field('batch')).toHaveValue('64');
});

test('a tile leads to its card in whichever tab', async ({ page }) => {
  await page.goto(FITS);
  await page.getByTestId('tile-time').getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/plan\/speed\?.*#path-heading$/);
  await expect(page.locator('#path-heading')).toBeInViewport();
  await page.getByTestId('tile-ram').getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/plan\?.*#ram-bar-heading$/);
  await expect(page.locator('#ram-bar-heading')).toBeInViewport();
});

test('a plan takes a screen and a half before its tabs', async ({ page }) => {
  for (const [viewport, screens] of [[{ width: 1440, height: 900 }, 1], [{ width: 390, height: 844 }, 2]] as const) {
    await page.setViewportSize(viewport);
    await page.goto(FITS);
    const top = await page.getByTestId('views').evaluate((views) => views.getBoundingClientRect().top + scrollY);
    expect(top).toBeLessThanOrEqual(screens * viewport.height);
  }
});

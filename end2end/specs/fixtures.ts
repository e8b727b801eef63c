// What all specs share: queries, the parts of the planner, and a check that no page breaks its own security policy.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';

/** Fits an RTX 4090 with room to spare. */
export const FITS = '/plan?v=1&gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=32';
/** Does not fit an RTX 4090: full training of 7 billion parameters. */
export const DOES_NOT_FIT = '/plan?v=1&gpu=rtx-4090&model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512';
/** Where every change of a plan is, by the address of the plan. */
export const improve = (path: string) => path.replace('/plan', '/plan/improve');
/** What a machine prints of itself: a card of the catalog, one that is not, memory, a processor, a drive. */
export const MACHINE = [
  'index, name, memory.total [MiB], driver_version',
  '0, NVIDIA GeForce RTX 4090, 24564 MiB, 550.54.14',
  '1, NVIDIA GeForce GTX 980 Ti, 6144 MiB, 550.54.14',
  '',
  'Model name:                           AMD Ryzen 9 7950X 16-Core Processor',
  'MemTotal:       65690000 kB',
  'NAME="nvme0n1" MODEL="Samsung SSD 990 PRO 2TB" SIZE="2000398934016" ROTA="0" TRAN="nvme" TYPE="disk"',
  'what is this line',
].join('\n');
/** A listing of a small data set of images, with a part for validation and a line that nobody understands. */
export const LISTING = [
  '123456 ./train/cat/0001.jpg',
  '110000 ./train/dog/a b 狗.jpg',
  '98000 ./val/cat/0003.jpg',
  '101000 ./val/dog/0004.jpg',
  '12 ./notes.txt',
  'what is this line',
].join('\n');
/** A batch so large that no card holds it. */
export const HUGE_BATCH = '4096';

type Options = {
  /** Whether the page's script runs. */
  hydrated: boolean;
  /** Fails the test if a page broke its policy or its script died; on for every test. */
  cleanConsole: void;
};

export const test = base.extend<Options>({
  hydrated: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  cleanConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
      page.on('console', (message) => {
        if (/content security policy|panicked|hydration/i.test(message.text())) complaints.push(message.text());
      });
      await use();
      expect(complaints, 'complaints in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The planner's parts by the names that the pages promise. */
export function planner(page: Page) {
  const form = page.locator('#planner-form');
  return {
    form,
    field: (name: string) => form.locator(`[name="${name}"]:not([type="range"]):not([type="hidden"])`),
    calculate: page.getByTestId('calculate'),
    verdict: page.getByTestId('verdict'),
    errors: page.getByTestId('error-summary'),
    part: (id: string) => page.getByTestId(id),
  };
}

/** Opens a planner and, where its script runs, waits until it is live. */
export async function open(page: Page, hydrated: boolean, path: string): Promise<void> {
  await page.goto(path);
  if (hydrated) await expect(page.locator('[data-live]')).toBeAttached();
}

/** Changes a field the way a person does: live where the script runs, by the button where it does not. */
export async function change(page: Page, hydrated: boolean, name: string, value: string): Promise<void> {
  const { field, calculate } = planner(page);
  const box = field(name);
  await unfold(box);
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') await pick(box, value);
  else await box.fill(value);
  if (!hydrated) {
    // What is asked of a page while it gives way to the next one can hang.
    const loaded = page.waitForEvent('load');
    await calculate.click();
    await loaded;
  }
}

/** Chooses from a list the way a person does: a product by searching where the script runs, else from the list itself. */
export async function pick(list: Locator, value: string): Promise<void> {
  const box = list.locator('xpath=following-sibling::div[@class="finder"]/input');
  if ((await box.count()) === 0) {
    await list.selectOption(value);
    return;
  }
  const found = list.locator('xpath=following-sibling::div');
  await box.click();
  const name = await found.locator(`[data-value="${value}"]`).innerText();
  await box.fill(name);
  await found.getByRole('option', { name, exact: true }).click();
  await expect(list).toHaveValue(value);
}

/** Opens what an element is folded into, from the outside in. */
export async function unfold(element: Locator): Promise<void> {
  for (const fold of await element.locator('xpath=ancestor::details[not(@open)]').all()) {
    const summary = fold.locator('> summary');
    if (await summary.isVisible()) await summary.click();
  }
}

/** The text of an element without the differences that layout makes. */
export async function figures(page: Page, id: string): Promise<string> {
  return (await page.getByTestId(id).first().innerText()).replace(/\s+/g, ' ').trim();
}

/** What pages are held to; every rule that is on by default includes what other laws ask for. */
export const ACCESSIBLE = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose answer depends on the theme; every other one looks at what is in the document, which no theme changes. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

/** The languages in which axe looks at every page; what it finds lies in the structure, which has none, so that the other language is
 * looked at whole by `cargo xtask soak browser` alone. */
export const AXE_LOCALES = process.env.RIGWISE_BROWSER_WHOLE ? ['en-US', 'zh-CN'] : ['en-US'];

/** What axe finds wrong with the page as it stands, in both themes: by the rules of these tags, or by every rule that is on by default. */
export async function violations(page: Page, tags?: string[]) {
  // Axe is run in the page itself and describes in full only what it finds wrong: the same rules in a third of the time.
  // Frames of other sites, which it could not look into this way, are on none of our pages.
  const axe = () => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const found = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const rules = theme === 'dark' ? axe().withRules(OF_COLOR) : tags ? axe().withTags(tags) : axe();
    found.push(...(await rules.analyze()).violations.map((violation) => ({ theme, ...violation })));
  }
  return found.map(({ theme, id, help, nodes }) => ({ theme, id, help, where: nodes.slice(0, 5).map((node) => node.target.join(' ')) }));
}

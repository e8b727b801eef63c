// Letters of drawings on phones: none is cut, none lies outside its drawing, in both languages.
import { DOES_NOT_FIT, expect, FITS, improve, test, unfold } from './fixtures';

const PAGES = [
  FITS,
  FITS.replace('/plan', '/plan/speed'),
  improve(FITS),
  FITS.replace('/plan', '/plan/why'),
  DOES_NOT_FIT,
  improve(DOES_NOT_FIT),
  '/need?v=1&model=resnet50&budget=6000',
  '/compare?v=1&model=resnet50&precision=fp16-amp&batch=64&gpu=rtx-4090&with=rtx-3090,gpus:2,sharding:ddp&with=rtx-3060-12gb',
];

/** Letters that are cut by their drawing or by the page, or too small to read. */
function outside(): string[] {
  return [...document.querySelectorAll('main svg text')].flatMap((text) => {
    const box = text.getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(text).visibility === 'hidden') return [];
    let root = text.closest('svg')!;
    while (root.parentElement?.closest('svg')) root = root.parentElement.closest('svg')!;
    const frame = root.getBoundingClientRect();
    const isInside = box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
    const isOnPage = box.left >= 0 && box.right <= document.documentElement.clientWidth;
    const size = parseFloat(getComputedStyle(text).fontSize) * (text as SVGTextElement).getScreenCTM()!.a;
    return isInside && isOnPage && size > 10.5 ? [] : [`${text.textContent}: ${[box.left, box.right, frame.left, frame.right, box.bottom, frame.bottom, size].map(Math.round).join(' ')}`];
  });
}

/** Pairs of names of one drawing that share a place. */
function over(): string[] {
  return [...document.querySelectorAll('main svg')].flatMap((drawing) => {
    const texts = [...drawing.querySelectorAll('text')].map((text) => ({ said: text.textContent, box: text.getBoundingClientRect() }));
    const shown = texts.filter(({ box }) => box.width > 0);
    // The boxes of lines are taller than their letters.
    const meets = (a: DOMRect, b: DOMRect) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 4 < b.bottom && b.top + 4 < a.bottom;
    return shown.flatMap((one, place) => shown.slice(place + 1).filter((other) => meets(one.box, other.box)).map((other) => `${one.said} / ${other.said}`));
  });
}

for (const width of [390, 320]) {
  for (const locale of ['en-US', 'zh-CN']) {
    test.describe(`a phone of ${width} pixels, ${locale}`, () => {
      test.use({ viewport: { width, height: 800 }, locale });

      test('no letters of drawings are cut, and no names lie over others', async ({ page }) => {
        for (const path of PAGES) {
          await page.goto(path);
          for (const drawing of await page.locator('main svg:has(text)').all()) await unfold(drawing);
          expect.soft(await page.evaluate(outside), `letters of ${path} that are cut`).toEqual([]);
          expect.soft(await page.evaluate(over), `names of ${path} that lie over others`).toEqual([]);
        }
      });
    });
  }
}

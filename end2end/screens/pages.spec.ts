// Every page as its reader first sees it, and in full on a phone where that is what one has to look at.
import { expect, test } from '@playwright/test';
import { join } from 'node:path';

const FOLDER = join('..', 'docs', 'screens');
const LLM = 'v=1&gpu=rtx-4090&model=llama-3.1-8b&method=qlora&epochs=3';
const SHORT = 'v=1&gpu=rtx-4090&model=llama-2-7b&method=full&precision=bf16-amp&batch=1&seq=512';
const VISION = 'v=1&gpu=rtx-4090&model=resnet50&precision=fp16-amp&batch=32';
/** Name of the picture and address; `saved` stands for a plan that was just saved. */
const PAGES: [string, string][] = [
  ['home', '/'],
  ['plan', `/plan?${LLM}`],
  ['plan-too-large', `/plan?${SHORT}`],
  ['plan-speed', `/plan/speed?${VISION}`],
  ['plan-improve', `/plan/improve?${VISION}`],
  ['plan-why', `/plan/why?${VISION}`],
  ['parts', `/bom?${LLM}`],
  ['compare', `/compare?${LLM}`],
  ['code', `/code?${LLM}`],
  ['diagnose', `/diagnose?${VISION}&see=low-utilization`],
  ['need', '/need?v=1&model=llama-3.1-8b&method=qlora&budget=3000'],
  ['upgrade', '/upgrade?v=1&gpu=rtx-3060-12gb&cpu=ryzen-5-5600x&ram=32&model=resnet50&samples=100000'],
  ['run', '/run?v=1&gpu=rtx-4090&model=qwen3-30b-a3b&concurrency=4'],
  ['saved', 'saved'],
  ['saved-parts', 'saved/parts'],
  ['saved-improve', 'saved/improve'],
  ['saved-why', 'saved/why'],
  ['gpus', '/gpus?q=nvidia+24+GB'],
  ['gpu', '/gpus/rtx-4090'],
  ['models', '/models'],
  ['model', '/models/llama-3.1-8b'],
  ['my-machine', '/machine'],
  ['my-model', '/model'],
  ['my-data', '/data'],
  ['accuracy', '/accuracy'],
  ['cases', '/cases'],
  ['api', '/api'],
  ['plans', '/plans'],
];
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

for (const language of ['en', 'zh']) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test.describe(`${language}, ${size}, ${colorScheme}`, () => {
        test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN', viewport, colorScheme });

        test('every page', async ({ page, request }) => {
          const saved = await request.post('/plan/save', {
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            data: `${LLM}&title=Workstation`,
            maxRedirects: 0,
          });
          const plan = saved.headers()['location'];
          expect(plan).toMatch(/^\/p\//);
          for (const [name, path] of PAGES) {
            await page.goto(path.replace(/^saved/, plan));
            if (path.startsWith('/plan?') || path.startsWith('/plan/')) await expect(page.locator('[data-live]')).toBeAttached();
            await page.screenshot({ path: join(FOLDER, `${name}.${language}.${size}.${colorScheme}.jpg`), type: 'jpeg', quality: 50 });
          }
        });
      });
    }
  }
}

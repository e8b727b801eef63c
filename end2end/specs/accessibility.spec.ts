import { ACCESSIBLE, AXE_LOCALES, DOES_NOT_FIT, expect, FITS, LISTING, MACHINE, open, planner, test, unfold, violations } from './fixtures';

for (const locale of AXE_LOCALES) {
  test.describe(`axe, ${locale}`, () => {
    test.use({ locale });
    // Axe is itself a script; the HTML it looks at is the served one, which hydration leaves as it is.
    test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'axe needs scripts');

    for (const [name, path] of [
      ['home', '/'],
      ['a plan that fits', FITS],
      ['a plan that does not', DOES_NOT_FIT],
      ['a plan with errors', `${FITS}&ram=lots`],
      ['a plan with settings switched on', `${FITS}&checkpointing=full&optimizer=sgd`],
      ['a plan with contradictory constraints', `${FITS}&accumulation=1&global_batch=100&methods=qlora`],
      ['programs for a plan', FITS.replace('/plan', '/code')],
      ['how data flows', FITS.replace('/plan', '/plan/speed')],
      ['changes of a plan', DOES_NOT_FIT.replace('/plan', '/plan/improve')],
      ['why each figure', FITS.replace('/plan', '/plan/why')],
      ['a diagnosis', `${DOES_NOT_FIT.replace('/plan', '/diagnose')}&see=out-of-memory`],
      ['a message to be pasted', '/diagnose'],
      ['parts of a plan', FITS.replace('/plan', '/bom')],
      ['machines for a workload', '/need?v=1&model=resnet50&budget=2000'],
      ['machines by own prices', '/need?v=1&model=resnet50&own_prices=id%2Cunit_price%0Artx-5090%2C700%0Anope%2C3'],
      ['upgrades of a machine', FITS.replace('/plan', '/upgrade')],
      ['a model that runs', '/run'],
      ['a model of pictures', '/run?v=1&gpu=rtx-4090&model=flux-dev&concurrency=2'],
      ['a model that does not run', '/run?v=1&gpu=rtx-3090&model=llama-3.1-70b&engine=vllm&weights=awq-int4'],
      ['parts of a machine that runs a model', '/bom?v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b'],
      ['a model on several cards', '/compare?v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b'],
      ['a machine to be pasted', '/machine'],
      ['a model to be pasted', '/model'],
      ['a data set to be listed', '/data'],
      ['no machine', '/need?v=1&model=resnet50&budget=100'],
      ['a missing page', '/nowhere'],
      ['calls for a plan', FITS.replace('/plan', '/call')],
      ['where the data is from', '/about/data'],
      ['what is stored', '/about/privacy'],
      ['own plans', '/plans'],
      ['the API', '/api'],
      ['an operation', '/docs/api/estimate'],
      ['query parameters', '/docs/parameters'],
      ['problems', '/problems'],
      ['a problem', '/problems/invalid-input'],
    ]) {
      test(name, async ({ page }) => {
        await page.goto(path);
        expect(await violations(page, ACCESSIBLE)).toEqual([]);
      });
    }

    test('a machine that was read', async ({ page }) => {
      await page.goto('/machine');
      await page.locator('textarea').fill(MACHINE);
      await page.getByTestId('read').click();
      await expect(page.getByTestId('machine')).toBeVisible();
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });

    test('a model that was read', async ({ page }) => {
      await page.goto('/model');
      await page.locator('textarea').fill('{"model_type": "gpt2", "n_embd": 64, "n_head": 4, "n_layer": 2, "vocab_size": 100, "made_up": 1, "eos_token_id": 1}');
      await page.getByTestId('read').click();
      await expect(page.getByTestId('parts')).toBeVisible();
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
      await page.locator('textarea').fill('{"weight_map": {"lm_head.weight": "a", "model.embed_tokens.weight": "b"}, "metadata": {"total_size": 248879616}}');
      await page.getByTestId('read').click();
      await expect(page.getByTestId('widths')).toBeVisible();
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });

    test('a data set that was read', async ({ page }) => {
      await page.goto('/data');
      await page.locator('textarea').fill(LISTING);
      await page.getByTestId('read').click();
      await expect(page.getByTestId('data-set')).toBeVisible();
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });

    test('a saved plan', async ({ page, request }) => {
      const answer = await request.post('/api/v1/plans', {
        data: { title: 'axe', scenario: { hardware: { gpu: 'rtx-4090' }, model: { id: 'resnet50' } } },
      });
      expect(answer.status()).toBe(201);
      await page.goto(`/p/${(await answer.json()).id}`);
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });

    test('the planner with everything unfolded', async ({ page }) => {
      await page.goto(FITS);
      await page.locator('details').evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
      expect(await violations(page, ACCESSIBLE)).toEqual([]);
    });
  });
}

test('the planner works by keyboard alone', async ({ page, hydrated }) => {
  await open(page, hydrated, FITS);
  await unfold(planner(page).field('batch'));
  await planner(page).field('batch').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/batch=100/);
  if (hydrated) await expect(planner(page).field('batch')).toHaveValue('100');
});

test('the first stop of the keyboard skips to the content', async ({ page }) => {
  await page.goto(FITS);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveAttribute('href', /^#/);
});

test('what axe should find it finds, in either theme', async ({ page, hydrated }) => {
  test.skip(!hydrated, 'axe needs scripts');
  await page.goto('/');
  await page.locator('main').evaluate((main) => {
    main.append(Object.assign(new Image(), { src: '/favicon.svg' }));
    for (const [color, background] of [['#eee', '#fff'], ['light-dark(#000, #eee)', '#fff']]) {
      const pale = Object.assign(document.createElement('p'), { textContent: 'pale' });
      pale.style.setProperty('color', color);
      pale.style.setProperty('background', background);
      main.append(pale);
    }
  });
  const found = (await violations(page, ACCESSIBLE)).map(({ theme, id, where }) => `${theme} ${id} ${where.length}`);
  expect(found.sort()).toEqual(['dark color-contrast 2', 'light color-contrast 1', 'light image-alt 1']);
});

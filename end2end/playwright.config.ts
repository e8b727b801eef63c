// Every spec runs twice: hydrated, and without JavaScript.
// The server under test is a binary built beforehand (`cargo xtask test` does both), with a database of its own.
import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const port = process.env.RIGWISE_TEST_PORT ?? '3917';
const binary = resolve(process.env.RIGWISE_BINARY ?? '../target/debug/rigwise');
const baseURL = `http://127.0.0.1:${port}`;
const chromium =
  process.env.CHROME_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

// Read again in `teardown.ts`, which removes the file.
process.env.RIGWISE_TEST_DATABASE ??= join(tmpdir(), `rigwise-end2end-${port}.db`);

export default defineConfig({
  testDir: 'specs',
  outputDir: '../target/end2end',
  fullyParallel: true,
  workers: 2,
  forbidOnly: !!process.env.CI,
  // A test that passes only now and then is a bug of the product or of the test, and is reported as flaky; but a browser
  // that hangs once on a busy machine must not throw away a whole run.
  retries: process.env.CI ? 2 : 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  globalTeardown: './teardown.ts',
  use: {
    baseURL,
    locale: 'en-US',
    // A trace of every test costs more than the test; ask for one with `npx playwright test --trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        // Containers run tests as root, where Chromium refuses its sandbox.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Nothing here may wait for a network that is not there.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'hydrated', use: { browserName: 'chromium' } },
    { name: 'without-javascript', use: { browserName: 'chromium', javaScriptEnabled: false } },
  ],
  webServer: {
    command: `"${binary}" serve`,
    url: `${baseURL}/healthz`,
    // A server left over from another run could hide a broken one.
    reuseExistingServer: false,
    timeout: 30_000,
    env: {
      RIGWISE_ADDR: `127.0.0.1:${port}`,
      DATABASE_URL: `sqlite:${process.env.RIGWISE_TEST_DATABASE}`,
      // Tests come from one address and faster than people.
      RIGWISE_WRITES_PER_MINUTE: '0',
      RIGWISE_COMPUTE_PER_SECOND: '0',
      RIGWISE_SEARCH_PER_SECOND: '0',
      RUST_LOG: 'warn',
    },
    stdout: 'pipe',
    stderr: 'pipe',
  },
});

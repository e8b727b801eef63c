// Draws pages in place of testing them: `cargo xtask screens`.
import base from './playwright.config';

export default {
  ...base,
  testDir: 'screens',
  retries: 0,
  timeout: 120_000,
  projects: [{ name: 'screens', use: { browserName: 'chromium' as const } }],
};

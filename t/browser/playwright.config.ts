/*
 * Browser tests against a running stack: APP_URL=http://… assets/node_modules/.bin/playwright test -c t/browser
 * The browser is the system's own (CHROMIUM names another one); nothing is downloaded.
 */
import { defineConfig } from './kit'

export default defineConfig({
  testDir: '.',
  outputDir: '../../build/browser',
  reporter: 'list',
  workers: 1,
  retries: 0,
  timeout: 20_000,
  expect: { timeout: 5_000 },
  use: {
    baseURL: process.env.APP_URL,
    ignoreHTTPSErrors: true,
    locale: 'de-DE',
    timezoneId: 'America/New_York', // dates are Berlin's, wherever the browser is
    viewport: { width: 1380, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})

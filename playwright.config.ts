// Browser tests: the system's Chromium with software WebGL.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const DIRECTORY = 'packages/app/e2e'
/** Journeys of the demo company's user, whose notifications, news and reports they share: one after the other. The others make a company of their own, or a server, and disturb nobody. */
const OF_DEMO = /^import \{.*\bdemo\b.*\} from '\.\/product\.ts'$|signIn\(page\)/m
const ofDemo = readdirSync(DIRECTORY).filter(
  name => name.endsWith('.spec.ts') && OF_DEMO.test(readFileSync(`${DIRECTORY}/${name}`, 'utf8')),
)

export default defineConfig({
  testDir: DIRECTORY,
  outputDir: '.cache/e2e',
  // what is waited for may take as long as a busy machine needs; how fast screens are is the benches' matter
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: 2,
  projects: [
    { name: 'demo', testMatch: ofDemo, workers: 1 },
    { name: 'companies', testIgnore: ofDemo },
  ],
  reporter: [['list'], ['json', { outputFile: '.cache/results/playwright.json' }]],
  use: {
    ...(process.env.E2E_URL ? { baseURL: process.env.E2E_URL } : {}),
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: [
        '--no-sandbox',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--ignore-gpu-blocklist',
        // the map alone is drawn by the software's WebGL; the page around it by the simpler way without
        '--disable-gpu-compositing',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
    // pins that glide keep a map without a graphics card busy with nothing but itself; what moves is tested where it is asked for
    contextOptions: { reducedMotion: 'reduce' },
    // a quarter of the pixels: places and sizes on the page stay what they are, and the software that draws the map has half the work
    deviceScaleFactor: 0.5,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // a recording takes a fifth of a journey's processor time: `npm run e2e -- <file> --trace retain-on-failure` makes one
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})

// Kinds of test: node (pure, server, real PostgreSQL), copies of the product, and screens (happy-dom).
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests that load a second copy of the product: each needs a process of its own. */
const COPIES = [
  'packages/features/src/services/new-folders.test.ts',
  'packages/app/src/blueprints.test.ts',
]
/** What is waited for may take as long as a busy machine needs; how fast things are is the benches' matter. */
const PATIENT = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000 } },
}
/** `npm test -- --quick`: without what starts a database, a server or the product, which is nine tenths of the time. */
const quick = process.env.TEST_QUICK === '1'
/** What such a test imports or calls. */
const STARTS =
  /testing(-database|\.nats|\.tools|\/\w+)?\.ts'|\b(startPostgres|bundleServer|spawn|execFile|inject)\b/
const started = !quick
  ? []
  : readdirSync('packages')
      .flatMap(name =>
        readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' }).map(
          file => `packages/${name}/src/${file}`,
        ),
      )
      .filter(file => file.endsWith('.test.ts') && STARTS.test(readFileSync(file, 'utf8')))
const onServer = {
  environment: 'node' as const,
  globalSetup: quick ? [] : ['packages/platform/src/testing.setup.ts'],
  ...PATIENT,
  setupFiles: [
    'packages/platform/src/testing.patience.ts',
    'packages/platform/src/testing.chance.ts',
  ],
}
/** The window of the screens: frames are made but load nothing, and a link leads nowhere, since all tests of a worker share the address. */
const WINDOW = {
  enableIframePageLoading: true,
  navigation: {
    disableMainFrameNavigation: true,
    disableChildFrameNavigation: true,
    disableChildPageNavigation: true,
    disableFallbackToSetURL: true,
  },
}

export default defineConfig({
  test: {
    // one more than two cores: tests that wait for a database or for a server that starts would leave a third of them idle
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...onServer,
          name: 'node',
          include: ['packages/*/src/**/*.test.ts'],
          exclude: [...COPIES, ...started],
          // files of one worker share what they import: to read the whole product for each would take longer than the tests
          isolate: false,
        },
      },
      ...(quick ? [] : [{ test: { ...onServer, name: 'copies', include: COPIES } }]),
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['packages/*/src/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { settings: WINDOW } },
          ...PATIENT,
          setupFiles: [
            'packages/platform/src/testing.patience.ts',
            'packages/ui/src/testing.setup.ts',
          ],
          isolate: false,
        },
      },
    ],
  },
})

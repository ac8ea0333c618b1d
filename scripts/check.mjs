// npm run check: types, lint and the architecture, in seconds. With --figures: the size of the code, its long functions, its duplicates and its
// tests.
import { ensureInstalled, tool } from './lib.mjs'

await ensureInstalled()
if (process.argv.includes('--figures')) {
  await import('./figures.mjs')
  process.exit()
}
await tool('typescript', 'tsc', ['-b'])
await tool('@biomejs/biome', 'biome', ['check', '.', '--error-on-warnings'])
await tool('knip', 'knip', ['--no-progress'])
await tool(
  'vitest',
  'vitest',
  ['run', '--project', 'node', 'packages/app/src/architecture.test.ts'],
  { env: { ...process.env, NODE_ENV: 'test' } },
)

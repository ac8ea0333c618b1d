// npm run check: types, lint and the architecture, in seconds.
import { ensureInstalled, tool } from './lib.mjs'

await ensureInstalled()
await tool('typescript', 'tsc', ['-b'])
await tool('@biomejs/biome', 'biome', ['check', '.', '--error-on-warnings'])
await tool('knip', 'knip', ['--no-progress'])
await tool(
  'vitest',
  'vitest',
  ['run', '--project', 'node', 'packages/app/src/architecture.test.ts'],
  { env: { ...process.env, NODE_ENV: 'test' } },
)

// npm run client: makes the plain form of the TypeScript client's runtime, for its npm package.
import { ensureInstalled, tool } from './lib.mjs'

await ensureInstalled()
await tool(
  'vitest',
  'vitest',
  ['run', '--project', 'node', 'packages/platform/src/client/client-package.test.ts', '--update'],
  { env: { ...process.env, NODE_ENV: 'test' } },
)

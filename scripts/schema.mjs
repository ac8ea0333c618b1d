// npm run schema: writes docs/schema.sql from the migrations.
import { ensureInstalled, tool } from './lib.mjs'

await ensureInstalled()
await tool(
  'vitest',
  'vitest',
  ['run', '--project', 'node', 'packages/app/src/schema.test.ts', '--update'],
  { env: { ...process.env, NODE_ENV: 'test' } },
)

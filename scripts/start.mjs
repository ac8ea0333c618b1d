// npm start: sets everything up, then leads the server: signals reach it, and it comes back after any crash.
// Node's own arguments are the server's: its young generation is larger than usual, since packets live as long as their batch and would be copied twice meanwhile.
import { join } from 'node:path'
import { lead } from './lead.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
process.exitCode = await lead(join(root, 'dist/server/main.js'))

// npm start: sets everything up, then runs the server, passes signals on to it and restarts it after a crash.
import { join } from 'node:path'
import { lead } from './lead.mjs'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
process.exitCode = await lead(join(root, 'dist/server/main.js'))

// npm start: sets everything up, then runs the server in this very process, so that signals reach it straight.
// Its young generation is larger than Node's own: packets live as long as their batch, and would be copied twice meanwhile.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
process.setSourceMapsEnabled(true)
// npm puts a shell above us that a SIGTERM kills without telling us: when the parent changes, we were meant
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
await import(pathToFileURL(join(root, 'dist/server/main.js')).href)

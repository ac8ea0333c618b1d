// npm run simulate -- --vehicles N: simulated trackers over real sockets.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled({ quiet: true })
await ensureBuilt({ quiet: true })
await import(pathToFileURL(join(root, 'dist/server/simulate.js')).href)

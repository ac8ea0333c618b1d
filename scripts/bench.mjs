// npm run bench -- [name …] [--quick]: measures the built product and comparable products; prints the figures and writes them to .cache/bench/.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/bench.js')).href)

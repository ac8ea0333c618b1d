// npm run flotta -- <noun> <verb>: the provider's command line. The set-up writes to stderr only; stdout is the answer.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

await ensureInstalled({ quiet: true })
await ensureBuilt({ quiet: true })
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(root, 'dist/server/cli.js')).href)

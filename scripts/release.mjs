// npm run release: sets everything up, then makes the archive that runs where Node is installed and nothing else. `--out DIR` sets the directory,
// `--tree` leaves it unpacked.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, root } from './lib.mjs'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'release') },
    tree: { type: 'boolean', default: false },
  },
})
await ensureInstalled()
await ensureBuilt()
const { archive } = await import('./archive.mjs')
try {
  console.log(await archive(options.out, { treeOnly: options.tree }))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

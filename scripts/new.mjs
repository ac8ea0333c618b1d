// npm run new -- service eyecargo | feature fleet/depots [depot] | protocol gt06: begins a folder from its blueprint.
import { join } from 'node:path'
import { copyBlueprint } from './blueprint.mjs'
import { root } from './lib.mjs'

const [kind, name, singular] = process.argv.slice(2)
try {
  const files = copyBlueprint(join(root, 'packages'), kind, name, { now: new Date(), singular })
  for (const file of files) console.log(join('packages', file))
  console.log(
    `\nWhat to fill in and what follows from it: docs/adding.md${kind === 'feature' ? '; its screen is one line in packages/features/src/screens.ts' : ''}`,
  )
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

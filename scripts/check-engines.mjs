// Checks that every package in the lock file supports the oldest and the newest Node that the product supports; run it before raising a version.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from './lib.mjs'

const require = createRequire(
  join(dirname(process.execPath), '../lib/node_modules/npm/package.json'),
)
const semver = require('semver')
const refusals = Object.entries(
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages,
).flatMap(([path, { engines }]) =>
  engines?.node
    ? ['20.19.0', '22.13.0', '24.0.0']
        .filter(node => !semver.satisfies(node, engines.node))
        .map(node => `${path} refuses Node ${node} (${engines.node})`)
    : [],
)
console.log(refusals.join('\n') || 'Every package accepts Node 20.19, 22.13 and 24')
process.exitCode = refusals.length ? 1 : 0

// npm start: sets everything up, then runs the server, passes signals on to it and restarts it after a crash.
import { join } from 'node:path'
import { lead } from './lead.mjs'
import { ensureBuilt, ensureInstalled, isBuilt, isInstalled, root } from './lib.mjs'
import { markRunning, runningStart } from './running.mjs'

const running = isInstalled() && isBuilt() ? null : runningStart()
if (running === null) {
  await ensureInstalled()
  await ensureBuilt()
  markRunning()
  process.env.NODE_ENV ??= 'production'
  process.exitCode = await lead(join(root, 'dist/server/main.js'))
} else {
  console.error(
    `Flotta runs from this folder already (process ${running}), and the code has changed since. Nothing was built, as its pages would miss their files: end it first`,
  )
  process.exitCode = 1
}

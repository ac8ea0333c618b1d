// Which `npm start` of this checkout runs: its pages are files of the present build, so nothing may be built beside it.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib.mjs'

const folder = join(root, '.cache/running')
const EVERY_MS = 5_000
/** A mark that is older than this is of a process that was killed, ms. */
const LONGEST_MS = 30_000

/** Marks this process as one that runs the product from this checkout, until it ends. An account that may not write there runs without a mark. */
export function markRunning() {
  const mark = join(folder, String(process.pid))
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(mark, '')
  } catch {
    return
  }
  setInterval(() => utimesSync(mark, new Date(), new Date()), EVERY_MS).unref()
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** The id of a process that runs the product from this checkout; null: none. */
export function runningStart() {
  try {
    return readdirSync(folder).map(Number).find(isRunning) ?? null
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return Date.now() - statSync(join(folder, String(pid))).mtimeMs < LONGEST_MS
  } catch (error) {
    // The process of another account lives too.
    return error.code === 'EPERM'
  }
}

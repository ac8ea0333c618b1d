// Programs of the system that tests start beside the product; `npm test` installs them where it may (`ensureTools` of scripts/lib.mjs).
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program; undefined, after one line on the console, when this machine does not have it. Tests that need it skip themselves. */
export function findTool(name: string): string | undefined {
  const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map(dir => join(dir, name))
    .find(runs)
  if (path === undefined)
    process.stderr.write(`${name} is not installed: what needs it is skipped\n`)
  return path
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

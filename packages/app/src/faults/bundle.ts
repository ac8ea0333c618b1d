// The built server, for tests that start it as a process of its own; an existing build is reused.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the sources, or of the bundle that contains a bench (`dist/server`). */
export const root = join(
  import.meta.dirname,
  import.meta.dirname.endsWith(join('dist', 'server')) ? '../..' : '../../../..',
)

export interface Bundle {
  readonly main: string
  readonly cli: string
  /** `npm start` without its set-up. */
  readonly leader: string
}

let bundle: Promise<Bundle> | undefined
export const bundleServer = (): Promise<Bundle> => {
  bundle ??= make()
  return bundle
}

// A process that can be killed must be one plain Node process, and Node alone cannot run the sources (import.meta.glob, TypeScript).
async function make(): Promise<Bundle> {
  const { ensureBuilt } = (await import(/* @vite-ignore */ join(root, 'scripts/lib.mjs'))) as {
    ensureBuilt(options: { quiet: boolean }): Promise<void>
  }
  await ensureBuilt({ quiet: true })
  const main = join(root, 'dist/server/main.js')
  const directory = join(root, '.cache/leader')
  const leader = join(directory, 'leader.mjs')
  mkdirSync(directory, { recursive: true })
  // Written by a rename, because another test process may start it at the same time.
  const newFile = `${leader}.${process.pid}`
  writeFileSync(
    newFile,
    `import { lead } from ${JSON.stringify(join(root, 'scripts/lead.mjs'))}\nprocess.exitCode = await lead(${JSON.stringify(main)})\n`,
  )
  renameSync(newFile, leader)
  return { main, leader, cli: join(root, 'dist/server/cli.js') }
}

// The server, bundled as it is for production, once for all tests of this process.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources' own, or of the bundle that a bench is part of (`dist/server`). */
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
/** Removed when this process ends. */
export const bundleServer = (): Promise<Bundle> => {
  bundle ??= make()
  return bundle
}

// A process that can be killed must be one plain Node process, and Node alone cannot run the sources (import.meta.glob, TypeScript).
// The bundle takes two seconds; the web is left out.
async function make(): Promise<Bundle> {
  const cache = join(root, '.cache')
  const remove = (name: string) => rmSync(join(cache, name), { recursive: true, force: true })
  const name = `bundle-${process.pid}`
  mkdirSync(cache, { recursive: true })
  // of processes that were killed
  for (const directory of readdirSync(cache))
    if (/^bundle-\d+$/.test(directory) && !isAlive(Number(directory.slice(7)))) remove(directory)
  process.once('exit', () => remove(name))
  const dir = join(cache, name)
  const vite = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '-c',
      'vite.server.config.ts',
      '--outDir',
      dir,
      '--logLevel',
      'warn',
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  const code = await new Promise(resolve => vite.once('exit', resolve))
  if (code !== 0) throw new Error(`the server’s bundle ended with ${code}`)
  const main = join(dir, 'main.js')
  const leader = join(dir, 'leader.mjs')
  writeFileSync(
    leader,
    `import { lead } from ${JSON.stringify(join(root, 'scripts/lead.mjs'))}\nprocess.exitCode = await lead(${JSON.stringify(main)})\n`,
  )
  return { main, leader, cli: join(dir, 'cli.js') }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

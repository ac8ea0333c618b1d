// The server, bundled for one run of tests as it is for production, into a directory of its own.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources' own, or of the bundle that a bench is part of (`dist/server`). */
export const root = join(import.meta.dirname, import.meta.dirname.endsWith(join('dist', 'server')) ? '../..' : '../../../..')

// A process that can be killed must be one plain Node process, and Node alone cannot run the sources (import.meta.glob, TypeScript).
// The bundle takes two seconds; the web is left out.
export async function bundleServer(name: string): Promise<{ readonly main: string; readonly cli: string; readonly leader: string; remove(): void }> {
  const dir = join(root, `.cache/${name}-${process.pid}`)
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '-c', 'vite.server.config.ts', '--outDir', dir, '--logLevel', 'warn'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  const code = await new Promise(done => vite.once('exit', done))
  if (code !== 0) throw new Error(`the server’s bundle ended with ${code}`)
  const main = join(dir, 'main.js')
  // `npm start` without its set-up
  const leader = join(dir, 'leader.mjs')
  writeFileSync(leader, `import { lead } from ${JSON.stringify(join(root, 'scripts/lead.mjs'))}\nprocess.exitCode = await lead(${JSON.stringify(main)})\n`)
  return { main, leader, cli: join(dir, 'cli.js'), remove: () => rmSync(dir, { recursive: true, force: true }) }
}

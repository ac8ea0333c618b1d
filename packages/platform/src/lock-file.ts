// A lock that a process holds for as long as it lives, even when it loses its connections: a file that names its owner. When the owner is killed, the
// lock is free.
import { execFile } from 'node:child_process'
import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface LockFile {
  release(): Promise<void>
}

/**
 * Distinguishes a process from a later one with the same id: its start time and the boot of the machine; null: there is no such process (a zombie
 * counts as none).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  if (process.platform === 'linux') {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
      .replace(/^.*\) /s, '')
      .split(' ')
    if (fields.length < 20 || fields[0] === 'Z' || fields[0] === 'X') return null
    return `${(await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()} ${fields[19]}`
  }
  if (process.platform === 'win32') return 'alive'
  return execute('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
}

/**
 * Takes `<dir>/<name>.<generation>.lock`, or returns null when a living process holds it. Each owner has a generation of its own, and the newest one
 * counts:
 * two processes that find the same dead owner try to make the same next file, and one of them succeeds. The file of a released lock is empty.
 */
export async function takeLock(dir: string, name: string): Promise<LockFile | null> {
  const ownFile = join(dir, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}.new`)
  await writeFile(
    ownFile,
    JSON.stringify({ pid: process.pid, identity: await processIdentity(process.pid) }),
    { flag: 'wx', mode: 0o600 },
  )
  try {
    for (;;) {
      const newest = (await generations(dir, name)).at(-1) ?? 0
      if (newest > 0 && (await isHeld(pathOf(dir, name, newest)))) return null
      const mine = pathOf(dir, name, newest + 1)
      const isMade = await link(ownFile, mine).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false
          throw error
        },
      )
      if (!isMade) continue
      const all = await generations(dir, name)
      if (all.at(-1) !== newest + 1) {
        // The list was outdated: other owners came and went meanwhile.
        await rm(mine, { force: true })
        continue
      }
      await Promise.all(all.slice(0, -1).map(n => rm(pathOf(dir, name, n), { force: true })))
      return { release: () => truncate(mine, 0).catch(() => {}) }
    }
  } finally {
    await rm(ownFile, { force: true })
  }
}

/** Waits until the lock is free. */
export async function withLock<T>(dir: string, name: string, work: () => Promise<T>): Promise<T> {
  let lock = await takeLock(dir, name)
  while (!lock) {
    await new Promise(r => setTimeout(r, 50))
    lock = await takeLock(dir, name)
  }
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

const pathOf = (dir: string, name: string, generation: number) =>
  join(dir, `${name}.${generation}.lock`)

async function generations(dir: string, name: string): Promise<number[]> {
  const matches = (await readdir(dir)).map(
    file => new RegExp(`^${name}\\.(\\d+)\\.lock$`).exec(file)?.[1],
  )
  return matches.flatMap(n => (n === undefined ? [] : [Number(n)])).sort((a, b) => a - b)
}

async function isHeld(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text === '') return false
  const { pid, identity } = JSON.parse(text) as { pid: number; identity: string | null }
  return identity !== null && (await processIdentity(pid)) === identity
}

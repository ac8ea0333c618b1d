// Processes of the benches: whether they answer, and how they are ended with all that they started.
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { isZombie, processTree, until } from './harness.ts'

/** Kills a server and all its descendants, including its embedded database. */
export async function killTree(
  server: number,
  dataDir: string | undefined,
  exit: Promise<void>,
): Promise<void> {
  const database = dataDir === undefined ? null : postmasterOf(dataDir)
  const tree = [...(database === null ? [] : processTree(database)), ...processTree(server)]
  for (const pid of tree) signal(pid, 'SIGKILL')
  await exit
  await until('the end of the killed processes', () => !tree.some(pid => signal(pid, 0)), {
    every: 5,
  })
}

export const answers = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = net.connect({ port, host: '127.0.0.1' }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Process id of the embedded database of a data directory; null while there is none. */
export function postmasterOf(dataDir: string): number | null {
  try {
    return (
      Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]) || null
    )
  } catch {
    return null
  }
}

/** False when there is no such process (a zombie counts as none). */
export function signal(pid: number, name: 'SIGKILL' | 0): boolean {
  try {
    process.kill(pid, name)
    return !isZombie(pid)
  } catch {
    return false
  }
}

export const exitOf = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => child.once('exit', () => resolve()))

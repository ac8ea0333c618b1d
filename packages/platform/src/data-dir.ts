// The data directory: secrets and the database lie in it, so nobody else enters it.
import { chmod, chown, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Account, accountOf } from './postgres/binaries.ts'

/** What makes a directory known as ours; one that holds only others' files is left as it is. */
const OURS = /^(postgres|postgres\.json|register\.key|.*\.lock)$/

/**
 * Makes the data directory, or closes the one that is there: mode 0700.
 * Root's is 0710 with the group of the account that the embedded database runs as: that account passes through to its own files and lists nothing.
 * @returns its real path. A directory that we may not close (another owner's) is used as it is.
 */
export async function openDataDir(dir: string): Promise<string> {
  await mkdir(resolve(dir), { recursive: true, mode: 0o700 })
  const home = await realpath(resolve(dir))
  const there = await readdir(home).catch(() => [])
  if (there.length > 0 && !there.some(name => OURS.test(name))) return home
  const account: Account = await accountOf(home).catch(() => ({}))
  const mode = account.gid === undefined ? 0o700 : 0o710
  const before = await stat(home)
  try {
    if (account.gid !== undefined && before.gid !== account.gid) await chown(home, before.uid, account.gid)
    if ((before.mode & 0o7777) !== mode) await chmod(home, mode)
  } catch (error) {
    if (!/^(EPERM|EROFS|EACCES|ENOTSUP)$/.test(String((error as NodeJS.ErrnoException).code))) throw error
  }
  return home
}

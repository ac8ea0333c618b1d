// The data directory. It holds secrets and the database, so no other account may enter it.
import { constants } from 'node:fs'
import { access, chmod, chown, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError } from './config.ts'
import { type Account, accountOf } from './postgres/binaries.ts'

/** Files by which a directory is recognised as a data directory. A directory with other files only is left as it is. */
const OURS = /^(postgres|postgres\.json|register\.key|setup-token|maps|.*\.lock)$/

/** Creates the directory where it is missing. Throws ConfigError with one line where this account may not create it, enter it or write to it. */
async function accessibleDir(dir: string): Promise<string> {
  const refusal = (what: string) =>
    new ConfigError(
      `FLOTTA_DATA_DIR: ${dir} ${what}: give it to the account that runs Flotta (chown), or set another directory`,
    )
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR') throw refusal('is no directory')
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw refusal('cannot be made by this account')
    throw error
  }
  const home = await realpath(dir)
  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch(() =>
    Promise.reject(refusal('cannot be written by this account')),
  )
  return home
}

/**
 * Creates the data directory, or closes the existing one to others: mode 0700.
 * When root owns it, the mode is 0710 with the group of the account that the embedded database runs as: that account passes through to its own files
 * and lists nothing.
 * @returns its real path. A directory of another owner, whose mode cannot be changed, is used as it is.
 */
export async function openDataDir(dir: string): Promise<string> {
  const home = await accessibleDir(resolve(dir))
  const there = await readdir(home).catch(() => [])
  if (there.length > 0 && !there.some(name => OURS.test(name))) return home
  const account: Account = await accountOf(home).catch(() => ({}))
  const mode = account.gid === undefined ? 0o700 : 0o710
  const before = await stat(home)
  try {
    if (account.gid !== undefined && before.gid !== account.gid)
      await chown(home, before.uid, account.gid)
    if ((before.mode & 0o7777) !== mode) await chmod(home, mode)
  } catch (error) {
    if (!/^(EPERM|EROFS|EACCES|ENOTSUP)$/.test(String((error as NodeJS.ErrnoException).code)))
      throw error
  }
  return home
}

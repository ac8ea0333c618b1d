// The keys of backups: public ones to encrypt, private ones to decrypt.
import { readFile, writeFile } from 'node:fs/promises'
import {
  type Identity,
  identitiesOf,
  newIdentity,
  type Recipient,
  recipientOf,
} from '@flotta/platform/backup/age-keys.ts'
import { BackupError } from '@flotta/platform/backup/manifest.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'

/** The recipients that a backup is encrypted for: the given ones, else those of the settings. Without any it is not encrypted. Throws BackupError. */
export function recipientsOf(
  publicKeys: string | undefined,
  { config }: CliEnvironment,
): Recipient[] {
  const texts =
    publicKeys === undefined
      ? config.FLOTTA_BACKUP_RECIPIENTS
      : publicKeys.split(',').filter(text => text.trim() !== '')
  return texts.map(text => orBackupError('', () => recipientOf(text)))
}
/** The private keys of a file. Throws BackupError. */
export async function readIdentities(file: string | undefined): Promise<Identity[]> {
  if (file === undefined) return []
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `${file} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
    )
  })
  return orBackupError(`${file}: `, () => identitiesOf(text))
}
function orBackupError<T>(where: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof RangeError ? new BackupError(`${where}${error.message}`) : error
  }
}

/** Makes a new pair of keys. The private key is written into a file that only its owner can read; it should be kept away from the backups and this machine. */
export async function makeKey(file: string): Promise<unknown> {
  const { secret, recipient } = newIdentity()
  try {
    await writeFile(
      file,
      `# Private key of Flotta's backups, made ${new Date().toISOString()}. Whoever has it reads them; without it nobody does.\n# public key: ${recipient}\n${secret}\n`,
      {
        flag: 'wx',
        mode: 0o600,
      },
    )
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new BackupError(`${file} is there already: give another name`)
      : error
  }
  return { file, recipient }
}

// The files of the embedded PostgreSQL in the data directory: the database, its log, and its passwords.
import { createHash, randomBytes } from 'node:crypto'
import { lchown, lstat, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, canEnter, ROOT_DIRECTORY, requireRootDirectory } from './binaries.ts'

export const DATABASE = 'flotta'
/** The application's role, which owns its database and nothing else. */
export const USER = 'flotta'
/** Superuser of the embedded server, for maintenance only. */
export const ADMIN = 'postgres'

export interface Access {
  readonly port: number
  /** The password of the application's role. */
  readonly password: string
  /** The password of the superuser. */
  readonly admin: string
}

export const urlOf = ({ port, password }: Access, database = DATABASE) =>
  `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
export const adminUrlOf = ({ port, admin }: Access, database = DATABASE) =>
  `postgres://${ADMIN}:${encodeURIComponent(admin)}@127.0.0.1:${port}/${database}`

const secret = () => randomBytes(18).toString('base64url')

/** Reads the stored access; missing fields of an older version are added. */
export async function readAccess(home: string): Promise<Access> {
  const text = await readFile(join(home, 'postgres.json'), 'utf8').catch(() => null)
  return {
    port: 0,
    password: secret(),
    admin: secret(),
    ...(text === null ? {} : (JSON.parse(text) as Partial<Access>)),
  }
}

/** Written atomically, so that a stop of the machine cannot leave half a file. */
export async function writeAccess(home: string, access: Access): Promise<void> {
  const file = join(home, 'postgres.json')
  if ((await readFile(file, 'utf8').catch(() => '')) === JSON.stringify(access)) return
  const next = await open(`${file}.new`, 'w', 0o600)
  try {
    await next.writeFile(JSON.stringify(access))
    await next.sync()
  } finally {
    await next.close()
  }
  await rename(`${file}.new`, file)
}

/** The directory of the database's files, which is made and given to the account. */
export async function databaseFiles(
  home: string,
  account: Account,
  note: (line: string) => void,
): Promise<string> {
  const directory = join(home, 'postgres')
  await give(directory, account)
  if (account.uid === undefined || (await canEnter(directory, account))) return directory
  await requireRootDirectory(ROOT_DIRECTORY)
  const files = join(
    ROOT_DIRECTORY,
    createHash('sha256').update(directory).digest('hex').slice(0, 12),
  )
  await give(files, account)
  note(`the database's account cannot enter ${directory}; its files are kept in ${files}`)
  return files
}

/** Makes a directory belong to an account. Root follows no link, because it would give away the link's target. */
export async function give(dir: string, { uid, gid }: Account): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (uid === undefined) return
  if (!(await lstat(dir)).isDirectory())
    throw new Error(
      `${dir} is a link: root gives only a directory itself to the account of the database`,
    )
  await lchown(dir, uid, gid ?? uid)
}

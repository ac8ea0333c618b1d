// Secrets that the product must read again, such as the key of one-time codes, are sealed (AES-256-GCM) by a key that is not in the database.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@flotta/core/problem.ts'
import type { Config } from './config.ts'

export const SECRETS_FILE = 'secrets.key'

const PLAIN = 0
const SEALED = 1
const KEY_ID = 4
const NONCE = 12
const TAG = 16

type Keeper = Pick<Config, 'FLOTTA_SECRETS_KEY' | 'FLOTTA_DATA_DIR' | 'DATABASE_URL'>

/** The key: processes that share an external database need a common setting; a process with the embedded database stores the key in a file. */
async function secretsKey(config: Keeper): Promise<Buffer | null> {
  if (config.FLOTTA_SECRETS_KEY !== undefined)
    return Buffer.from(config.FLOTTA_SECRETS_KEY, 'base64')
  if (config.DATABASE_URL !== undefined) return null
  const file = join(config.FLOTTA_DATA_DIR, SECRETS_FILE)
  const text = await readFile(file, 'utf8').catch(nullIf('ENOENT'))
  return Buffer.from((text ?? (await makeKey(config.FLOTTA_DATA_DIR, file))).trim(), 'base64')
}
const nullIf =
  (code: string) =>
  (error: NodeJS.ErrnoException): null => {
    if (error.code === code) return null
    throw error
  }
/** When two processes make the file at once the first wins, and nobody reads an incomplete file. */
async function makeKey(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  await link(draft, file).catch(nullIf('EEXIST'))
  await unlink(draft)
  return readFile(file, 'utf8')
}
const idOf = (key: Buffer): Buffer => createHash('sha256').update(key).digest().subarray(0, KEY_ID)

/** @param purpose the use of the secret: sealed for one purpose it cannot be opened for another. Without a key the secret is stored unsealed. */
export async function seal(config: Keeper, secret: Uint8Array, purpose: string): Promise<Buffer> {
  const key = await secretsKey(config)
  if (key === null) return Buffer.concat([Buffer.of(PLAIN), secret])
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(SEALED), idOf(key), nonce, body, cipher.getAuthTag()])
}

/** Throws `unavailable` when this machine does not have the key that sealed the secret. */
export async function unseal(config: Keeper, sealed: Uint8Array, purpose: string): Promise<Buffer> {
  const bytes = Buffer.from(sealed)
  if (bytes[0] === PLAIN) return bytes.subarray(1)
  const key = await secretsKey(config)
  const nonceAt = 1 + KEY_ID
  const bodyAt = nonceAt + NONCE
  if (key === null || !idOf(key).equals(bytes.subarray(1, nonceAt)))
    throw new Problem('unavailable', 'api.no_secrets_key')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, bodyAt))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(bodyAt, -TAG)), decipher.final()])
}

// The installation's signing keys (Ed25519). The private key is outside of the database; the public keys are in it, and each is endorsed by the key that came after it.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import './tables.ts'

const FILE = 'register.key'

export interface Signer {
  readonly key_id: string
  sign(text: Uint8Array): Buffer
}
/** The public keys of this installation, by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>
export const isSigned = (
  keys: TrustedKeys,
  key_id: string,
  text: Uint8Array,
  signature: Uint8Array,
): boolean => {
  const key = keys.get(key_id)
  return key !== undefined && verify(null, text, key, signature)
}

/** The 32 bytes of a public key. */
const rawKeyOf = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') },
    format: 'jwk',
  })
/** 8 hex digits, as a receipt has them. */
export const keyIdOf = (raw: Uint8Array): string =>
  createHash('sha256').update(raw).digest('hex').slice(0, 8)

interface OwnKey extends Signer {
  readonly raw: Buffer
}
function ownKeyOf(pkcs8: string): OwnKey {
  const key = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  const raw = rawKeyOf(createPublicKey(key))
  return { key_id: keyIdOf(raw), raw, sign: text => sign(null, text, key) }
}
const newKey = (): string =>
  generateKeyPairSync('ed25519')
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64')

const fileOf = ({ config }: Pick<Context, 'config'>): string => join(config.FLOTTA_DATA_DIR, FILE)
/** The key of this machine; null: it has none. */
async function ownKey(ctx: Pick<Context, 'config'>): Promise<OwnKey | null> {
  const text =
    ctx.config.FLOTTA_REGISTER_KEY ?? (await readFile(fileOf(ctx), 'utf8').catch(nullIfMissing))
  return text === null ? null : ownKeyOf(text.trim())
}
const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}
/** Only the server's account can read the file; the old file is replaced when the new one is complete. */
async function storeKey(ctx: Pick<Context, 'config'>, text: string): Promise<void> {
  await mkdir(ctx.config.FLOTTA_DATA_DIR, { recursive: true })
  const file = fileOf(ctx)
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

type KeyRow = {
  readonly id: string
  readonly public_key: Buffer
  readonly retired_at: Date | null
  readonly successor: string | null
  readonly endorsement: Buffer | null
}
const keyRows = (db: Db | Tx): Promise<KeyRow[]> =>
  db
    .selectFrom('register_keys')
    .select(['id', 'public_key', 'retired_at', 'successor', 'endorsement'])
    .execute()
const KEYS_LOCK = 7_106_007

/**
 * The key that signs. The first key is made on demand. A machine that has another key than the active one does not sign:
 * it throws `unavailable` and logs what to do.
 */
export async function currentSigner(ctx: Context): Promise<Signer> {
  const key = await ownKey(ctx)
  const active = (await keyRows(ctx.db)).find(k => k.retired_at === null)
  if (key !== null && key.key_id === active?.id) return key
  if (active === undefined) return createFirstKey(ctx)
  ctx.log.error(
    { key: active.id, here: key?.key_id ?? null },
    'the temperature register is signed with a key that this machine does not have: give it by FLOTTA_REGISTER_KEY or as register.key in FLOTTA_DATA_DIR, or begin a new one with flotta register rotate',
  )
  throw new Problem('unavailable', 'register.no_key')
}
function createFirstKey(ctx: Context): Promise<Signer> {
  return ctx.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(tx)
    if ((await keyRows(tx)).length === 0) {
      if ((await ownKey(ctx)) === null) await storeKey(ctx, newKey())
      const key = (await ownKey(ctx)) as OwnKey
      await tx
        .insertInto('register_keys')
        .values({
          id: key.key_id,
          public_key: key.raw,
          since: new Date(ctx.now()),
          retired_at: null,
          successor: null,
          endorsement: null,
        })
        .execute()
    }
    const key = await ownKey(ctx)
    const active = (await keyRows(tx)).find(k => k.retired_at === null)
    if (key === null || key.key_id !== active?.id)
      throw new Problem('unavailable', 'register.no_key')
    return key
  })
}

const endorsementOf = (id: string, raw: Uint8Array, successor: string): Buffer =>
  Buffer.from(`flotta register key 1|${id}|${Buffer.from(raw).toString('hex')}|${successor}`)

/**
 * The keys that are trusted: the key of this machine, and the keys that a trusted key endorses. A machine without a key
 * trusts the active one.
 */
export async function trustedKeys(ctx: Pick<Context, 'config' | 'db'>): Promise<TrustedKeys> {
  const [key, rows] = [await ownKey(ctx), await keyRows(ctx.db)]
  const keys = new Map<string, KeyObject>()
  if (key !== null) keys.set(key.key_id, publicKeyOf(key.raw))
  else
    for (const { id, public_key, retired_at } of rows)
      if (retired_at === null && keyIdOf(public_key) === id) keys.set(id, publicKeyOf(public_key))
  for (let sizeBefore = 0; sizeBefore < keys.size; ) {
    sizeBefore = keys.size
    for (const { id, public_key, successor, endorsement } of rows) {
      if (keys.has(id) || successor === null || endorsement === null || keyIdOf(public_key) !== id)
        continue
      if (isSigned(keys, successor, endorsementOf(id, public_key, successor), endorsement))
        keys.set(id, publicKeyOf(public_key))
    }
  }
  return keys
}

/**
 * Replaces the signing key; the new key endorses the old one. With FLOTTA_REGISTER_KEY the new key is the one in that setting.
 * @param trust id of the replaced key, where this machine does not have it: the caller vouches that nobody else wrote it into the table
 */
export async function rotateKey(
  ctx: Context,
  trust?: string,
): Promise<{ readonly key_id: string; readonly replaced: string | null }> {
  const newPrivateKey = ctx.config.FLOTTA_REGISTER_KEY === undefined ? newKey() : null
  const previousKey = await ownKey(ctx)
  const next = ownKeyOf(newPrivateKey ?? (ctx.config.FLOTTA_REGISTER_KEY as string))
  const replacedId = await ctx.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(tx)
    const active = (await keyRows(tx)).find(k => k.retired_at === null)
    if (active?.id === next.key_id) throw new Problem('conflict', 'register.same_key')
    if (active !== undefined && active.id !== previousKey?.key_id && active.id !== trust)
      throw new Problem('conflict', { key: 'register.not_own_key', values: { id: active.id } })
    const now = new Date(ctx.now())
    if (active !== undefined)
      await tx
        .updateTable('register_keys')
        .set({ retired_at: now })
        .where('id', '=', active.id)
        .execute()
    await tx
      .insertInto('register_keys')
      .values({
        id: next.key_id,
        public_key: next.raw,
        since: now,
        retired_at: null,
        successor: null,
        endorsement: null,
      })
      .execute()
    if (active !== undefined)
      await tx
        .updateTable('register_keys')
        .set({
          successor: next.key_id,
          endorsement: next.sign(endorsementOf(active.id, active.public_key, next.key_id)),
        })
        .where('id', '=', active.id)
        .execute()
    if (newPrivateKey !== null) await storeKey(ctx, newPrivateKey)
    return active?.id ?? null
  })
  return { key_id: next.key_id, replaced: replacedId }
}

// Second factors in the database: which ones a person has, enrolment, proof and removal.
import './tables.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import type { Choice } from '../customers/contract.ts'
import type { Factor, Method } from './contract.ts'

/** The confirmed factors of a user, the oldest first. */
export async function factorsOf(db: Db | Tx, user_id: number): Promise<Factor[]> {
  const rows = await db
    .selectFrom('factors')
    .select(['id', 'type', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}
/** The number of unused recovery codes. */
export async function recoveryCodesOf(db: Db | Tx, user_id: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
/** How a user may prove the second factor; none: no factor is enrolled. */
export async function methodsOf(db: Db | Tx, user_id: number): Promise<Method[]> {
  const types = new Set((await factorsOf(db, user_id)).map(({ type }) => type))
  if (types.size === 0) return []
  const hasCodes = (await recoveryCodesOf(db, user_id)) > 0
  return METHODS.filter(method => (method === 'recovery' ? hasCodes : types.has(method)))
}
const METHODS = ['totp', 'passkey', 'recovery'] as const satisfies readonly Method[]

/**
 * Removes one factor of a user, and with the last one everything that depends on it.
 * @returns false: there is no such factor
 */
export async function removeFactor(tx: Tx, user_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('factors')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  if ((await factorsOf(tx, user_id)).length === 0) await removeAllFactors(tx, user_id)
  return true
}
/**
 * Removes every factor of a user, the recovery codes and the remembered browsers.
 * @returns whether there was a factor
 */
export async function removeAllFactors(tx: Tx, user_id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('factors')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  for (const table of ['recovery_codes', 'remembered_devices', 'sign_in_tickets'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute()
  return numDeletedRows > 0n
}

async function companyRequires(db: Db | Tx, parameter: Choice, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ readonly required: boolean | null }>`
    select c.configurations ->> ${parameter}::text = 'required' as required
    from users u left join customers c on c.id = u.customer_id where u.id = ${user_id}`.execute(db)
  return rows[0]?.required === true
}
/** Whether the installation or the company of a user requires a second factor. */
export const isRequired = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  user_id: number,
): Promise<boolean> => config.FLOTTA_SECOND_FACTOR || companyRequires(db, 'second_factor', user_id)
/** Whether the company of a user requires a fresh proof before each command. */
export const commandsAskFor = (db: Db | Tx, user_id: number): Promise<boolean> =>
  companyRequires(db, 'command_step_up', user_id)

/** Job: deletes what has expired. */
export async function purgeFactors(db: Db, now: number): Promise<void> {
  for (const table of [
    'sign_in_tickets',
    'remembered_devices',
    'passkey_challenges',
    'passkey_visits',
  ] as const)
    await db.deleteFrom(table).where('expires_at', '<', new Date(now)).execute()
}

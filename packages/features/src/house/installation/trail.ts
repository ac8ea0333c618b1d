// The audit trail of the provider: changes by calls and by commands (installation.74).
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { TrailLine, WriteContext } from '@flotta/platform/entity.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'

/** Stands for the computer when the change came by a call. */
const BY_CALL = 'api'

/**
 * Writes one line of the trail, in the transaction of the change.
 * @param command such as `POST /provider/customers`
 */
export async function recordWrite(
  tx: Db | Tx,
  { caller, ctx }: { readonly caller: Pick<Caller, 'user_id'>; readonly ctx: Pick<Context, 'now'> },
  command: string,
  values: object,
  record_id: number | null,
): Promise<void> {
  const loggedValues = { ...values, ...('password' in values && { password: '…' }) }
  await sql`
    insert into provider_commands (at, account, host, command, arguments, record_id, error)
    select ${new Date(ctx.now())}, u.email, ${BY_CALL}, ${command}, ${JSON.stringify(loggedValues)}::jsonb, ${record_id}, null
    from users u where u.id = ${caller.user_id}`.execute(tx)
}

/** The `trail` of an entity whose writes go into the audit trail. */
export const intoTrail = (
  { command, values, id }: TrailLine,
  writing: WriteContext,
): Promise<void> => recordWrite(writing.tx, writing, command, values, id)

export interface TrailEntry {
  readonly id: number
  readonly at: Date
  readonly account: string
  /** The computer of a command, else `api`. */
  readonly host: string
  readonly command: string
  readonly arguments: object
  readonly record_id: number | null
  readonly error: string | null
}
/** Commands and calls that create many vehicles at once. */
const IMPORTS = ['vehicle import', 'POST /provider/vehicles/bulk', 'POST /vehicles/bulk']

/**
 * The trail, newest first.
 * @param imports only what created many vehicles at once
 */
export async function listTrail(
  db: Db,
  limit: number,
  { offset = 0, imports = false }: { readonly offset?: number; readonly imports?: boolean } = {},
): Promise<TrailEntry[]> {
  const { rows } = await sql<TrailEntry>`
    select * from provider_commands where ${oneOf(imports)}
    order by id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}
export async function countTrail(db: Db, imports: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from provider_commands where ${oneOf(imports)}`.execute(db)
  return rows[0]?.count ?? 0
}
const oneOf = (imports: boolean) => (imports ? sql`command = any(${IMPORTS}::text[])` : sql`true`)

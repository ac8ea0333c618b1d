// The audit trail of the provider: what was changed by calls stands beside what was changed by commands (installation.74).
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import type { TrailLine, WriteContext } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'

/** Not a computer: the change came by a call. */
const BY_CALL = 'api'

/** One line of the trail, in the transaction of what it tells. @param command `POST /provider/customers` */
export async function recordWrite(
  tx: Db | Tx,
  { caller, ctx }: { readonly caller: Pick<Caller, 'user_id'>; readonly ctx: Pick<Context, 'now'> },
  command: string,
  values: object,
  record_id: number | null,
): Promise<void> {
  const shown = { ...values, ...('password' in values && { password: '…' }) }
  await sql`
    insert into provider_commands (at, account, host, command, arguments, record_id, error)
    select ${new Date(ctx.now())}, u.email, ${BY_CALL}, ${command}, ${JSON.stringify(shown)}::jsonb, ${record_id}, null
    from users u where u.id = ${caller.user_id}`.execute(tx)
}

/** The `trail` of an entity whose writes stand in the audit trail. */
export const intoTrail = (
  { command, values, id }: TrailLine,
  writing: WriteContext,
): Promise<void> => recordWrite(writing.tx, writing, command, values, id)

// Reads and writes the chats of a company.
import { invalid, Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { WriteContext } from '@flotta/platform/entity.ts'
import { mustBePublic } from '@flotta/platform/outward.ts'
import { orTaken, withoutUndefined } from '@flotta/platform/record-writes.ts'
import { sql } from 'kysely'
import { type ChatForm, type ChatKind, MOST_CHATS } from './contract.ts'
import { chatFaults } from './rules.ts'
import './tables.ts'

interface ChatValues {
  readonly name: string
  readonly kind: ChatKind
  readonly secret: string
  readonly chat_id: string | null
}
const UNIQUE = { chats_name: 'name' } as const

function requireRight(
  chat: Parameters<typeof chatFaults>[0],
  { config }: WriteContext['ctx'],
): void {
  const faults = chatFaults(chat)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const { kind, secret } = chat
  if (kind !== 'telegram' && secret !== undefined)
    mustBePublic('secret', secret, config.FLOTTA_WEBHOOK_PRIVATE)
}

export async function createChat(
  { name, kind, secret, chat_id }: ChatValues,
  { tx, caller, ctx }: WriteContext,
): Promise<number> {
  requireRight({ kind, secret, chat_id }, ctx)
  const { customer_id } = caller
  await sql`select 1 from customers where id = ${customer_id} for update`.execute(tx)
  const { total } = await tx
    .selectFrom('chats')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (Number(total) >= MOST_CHATS)
    throw new Problem('invalid', 'api.invalid', {
      name: [{ key: 'chats.fault.too_many', values: { maximum: MOST_CHATS } }],
    })
  const at = new Date(ctx.now())
  const { id } = await orTaken(
    tx
      .insertInto('chats')
      .values({
        customer_id,
        name,
        kind,
        secret,
        chat_id: kind === 'telegram' ? chat_id : null,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
    UNIQUE,
  )
  return id
}

export async function updateChat(
  id: number,
  values: { readonly [K in keyof typeof ChatForm.shape]?: string | null | undefined },
  { tx, ctx }: WriteContext,
): Promise<void> {
  const before = await tx
    .selectFrom('chats')
    .select(['kind', 'chat_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const secret = values.secret ?? undefined
  const chat_id = values.chat_id === undefined ? before.chat_id : values.chat_id
  requireRight({ kind: before.kind, secret, chat_id }, ctx)
  await tx
    .updateTable('chats')
    .set({
      ...withoutUndefined({ secret }),
      chat_id: before.kind === 'telegram' ? chat_id : null,
      updated_at: new Date(ctx.now()),
    })
    .where('id', '=', id)
    .execute()
}

/** The chat of this name, regardless of case; undefined: the company has none. */
export async function chatNamed(
  db: Db | Tx,
  customer_id: number,
  name: string,
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  return db
    .selectFrom('chats')
    .select(['id', 'name'])
    .where('customer_id', '=', customer_id)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
}

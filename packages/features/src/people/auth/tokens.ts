// Personal API tokens: created, listed, revoked. Their owner is notified of each new one, so that none is made secretly.
import { Problem } from '@flotta/core/problem.ts'
import type { Db, Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { queueMail } from '@flotta/platform/mail.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { letterTo } from '../../house/mails/letters.ts'
import { notify } from '../notifications/queries.ts'
import { API_TOKEN_PREFIX } from './callers.ts'
import type { ApiToken } from './contract.ts'
import './tables.ts'

const COLUMNS = [
  'id',
  'name',
  'role',
  'provider',
  'directory',
  'created_at',
  'last_used_at',
  'expires_at',
] as const
const MOST = 50
const DAY_MS = 86_400_000
/** Days for which an expired token stays in the list, so that its owner sees why an integration stopped. */
const EXPIRED_KEPT_DAYS = 30

interface Row {
  readonly id: number
  readonly name: string
  readonly role: 'view' | 'edit' | 'control' | null
  readonly provider: boolean
  readonly directory: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly expires_at: Date
}
const tokenOf = ({ created_at, last_used_at, expires_at, ...row }: Row): ApiToken => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  expires_at: expires_at.toISOString(),
})

export const tokensOf = async (db: Db, user_id: number): Promise<ApiToken[]> =>
  (
    await db
      .selectFrom('api_tokens')
      .select(COLUMNS)
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute()
  ).map(tokenOf)

/** Creates a token and returns its secret; its owner is notified by inbox and mail. Throws `conflict` when there are too many. */
export function makeToken(
  ctx: Context,
  user_id: number,
  {
    name,
    role,
    provider,
    directory = false,
    days,
  }: Pick<Row, 'name' | 'role' | 'provider'> & {
    readonly directory?: boolean
    readonly days: number
  },
): Promise<ApiToken & { readonly token: string }> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async tx => {
    const owner = await tx
      .selectFrom('users')
      .select(['name', 'email', 'language'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { held: tokenCount } = await tx
      .selectFrom('api_tokens')
      .select(eb => eb.fn.countAll<number>().as('held'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (tokenCount >= MOST)
      throw new Problem('conflict', { key: 'api.tokens_full', values: { maximum: MOST } })
    const token = API_TOKEN_PREFIX + newSecret()
    const row = await tx
      .insertInto('api_tokens')
      .values({
        user_id,
        name,
        role,
        provider,
        directory,
        token_hash: digest(token),
        created_at: new Date(now),
        last_used_at: null,
        expires_at: new Date(now + days * DAY_MS),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    const subject = ctx.say(owner.language, { key: 'api.mail.token_subject' })
    const until = new Intl.DateTimeFormat(owner.language, { dateStyle: 'long' }).format(
      row.expires_at,
    )
    await notify(tx, user_id, 'user', { key: 'api.mail.token_subject' }, now)
    await queueMail(
      tx,
      {
        recipient: owner.email,
        ...letterTo(ctx, owner, {
          title: subject,
          paragraphs: [
            ctx.say(owner.language, { key: 'api.mail.token_text', values: { token: name, until } }),
          ],
          action: {
            label: ctx.say(owner.language, { key: 'api.mail.to_login' }),
            url: `${ctx.config.publicUrl}/login`,
          },
          notes: [ctx.say(owner.language, { key: 'api.mail.token_not_you' })],
        }),
      },
      now,
    )
    return { ...tokenOf(row), token }
  })
}

/** Revokes one of a user's tokens; false: there is no such token. */
export async function removeToken(db: Db, user_id: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
export const removeTokensOf = async (tx: Tx, user_id: number): Promise<void> => {
  await tx.deleteFrom('api_tokens').where('user_id', '=', user_id).execute()
}
/** Job: deletes tokens that expired long ago. */
export const purgeTokens = async (db: Db, now: number): Promise<void> => {
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', new Date(now - EXPIRED_KEPT_DAYS * DAY_MS))
    .execute()
}

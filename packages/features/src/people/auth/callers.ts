// The person behind a bearer token, of a session or of an API token, and whether that person still has the same rights.
import { lesserRole } from '@flotta/core/contract.ts'
import { NO_CUSTOMER } from '@flotta/core/live.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Caller, Context } from '@flotta/platform/feature.ts'
import { digest } from '@flotta/platform/passwords.ts'
import { mayBeLocal } from '../providers/local-accounts.ts'
import { passwordExpired, TOKEN_MS } from './sessions.ts'

/** The prefix that tells API tokens from session tokens. */
export const API_TOKEN_PREFIX = 'flt_'
/** The use of a token is written to the database at most this often, ms. */
const EXTEND_EVERY_MS = 60_000
const USE_NOTED_EVERY_MS = 3_600_000

interface SessionRow {
  readonly session_id: string
  readonly user_id: number
  readonly customer_id: number | null
  readonly role: Caller['role']
  readonly provider: boolean
  readonly timezone: string | null
  readonly token_expires_at: Date
  readonly session_expires_at: Date
  readonly ended_at: Date | null
  readonly password_changed_at: Date
  readonly max_age: string | null
  readonly step_up_until: Date | null
  readonly factor_at: Date | null
}
interface TokenRow {
  readonly id: number
  readonly user_id: number
  readonly customer_id: number | null
  readonly role: Caller['role']
  readonly provider: boolean
  readonly directory: boolean
  readonly timezone: string | null
  readonly owner_role: Caller['role']
  readonly owner_provider: boolean
  readonly last_used_at: Date | null
  /** Set for an owner whom no identity provider ever signed in, in a company without local accounts. */
  readonly local_email: string | null
}
/** A user whose company is removed cannot sign in; one without a company can. */
const USER_STANDS = 'not u.disabled and u.deleted_at is null and c.deleted_at is null'
/** The company's time zone; without a company that of the installation. */
const TIMEZONE = 'coalesce(c.timezone, (select i.timezone from installation i)) as timezone'
const SESSION = `select s.id as session_id, u.id as user_id, u.customer_id, u.role, u.provider, ${TIMEZONE}, t.expires_at as token_expires_at, s.expires_at as session_expires_at, s.ended_at, s.step_up_until, s.factor_at,
  u.password_changed_at, c.configurations ->> 'password_max_age_days' as max_age
  from session_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id left join customers c on c.id = u.customer_id
  where t.token_hash = $1 and t.expires_at > $2 and s.expires_at > $2 and ${USER_STANDS}`
const API_TOKEN = `select t.id, u.id as user_id, u.customer_id, t.role, u.role as owner_role, t.provider and u.provider as provider, t.directory, ${TIMEZONE}, t.last_used_at, u.provider as owner_provider,
  case when c.configurations ->> 'local_accounts' = 'forbidden' and not t.directory and not exists (select from identities i where i.user_id = u.id) then u.email end as local_email
  from api_tokens t join users u on u.id = t.user_id left join customers c on c.id = u.customer_id
  where t.token_hash = $1 and t.expires_at > $2 and ${USER_STANDS}`

/** The present rights of a person: role and company are set or absent together. */
type Rights = Pick<Caller, 'role' | 'customer_id' | 'provider'>
const rightsOf = ({
  role,
  customer_id,
  provider,
}: Pick<SessionRow, 'role' | 'customer_id' | 'provider'>): Rights => ({
  role,
  customer_id: role === null ? NO_CUSTOMER : (customer_id ?? NO_CUSTOMER),
  provider,
})
/** The rights of a token: at most the role of its owner, and the mark of a provider only if it was made with it (users.46); null: none any more. */
function tokenRightsOf(row: TokenRow): Rights | null {
  const role = lesserRole(row.role, row.owner_role)
  return role === null && !row.provider ? null : rightsOf({ ...row, role })
}
const isSame = (a: Rights, b: Rights): boolean =>
  a.role === b.role && a.customer_id === b.customer_id && a.provider === b.provider

/**
 * The person behind a bearer token; null when it is unknown or expired. Throws `session_ended` when its session was ended, `locked` when the password has
 * expired; API tokens are no passwords and do not expire with one.
 */
export async function callerOf(token: string, ctx: Context): Promise<Caller | null> {
  const now = ctx.now()
  if (token.startsWith(API_TOKEN_PREFIX)) return apiCallerOf(token, ctx, now)
  const { rows } = await ctx.pool.query<SessionRow>({
    name: 'session',
    text: SESSION,
    values: [digest(token), new Date(now)],
  })
  const [row] = rows
  if (row === undefined) return null
  if (row.ended_at !== null) throw new Problem('session_ended')
  if (passwordExpired(row.password_changed_at, row.max_age, now)) throw new Problem('locked')
  const until = Math.min(now + TOKEN_MS, row.session_expires_at.getTime())
  if (until - row.token_expires_at.getTime() >= EXTEND_EVERY_MS)
    await ctx.pool.query('update session_tokens set expires_at = $2 where token_hash = $1', [
      digest(token),
      new Date(until),
    ])
  return {
    user_id: row.user_id,
    ...rightsOf(row),
    timezone: row.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'session', id: row.session_id },
    step_up_until: row.step_up_until?.getTime() ?? 0,
    factor_at: row.factor_at?.getTime() ?? 0,
  }
}

async function apiCallerOf(token: string, ctx: Context, now: number): Promise<Caller | null> {
  const { rows } = await ctx.pool.query<TokenRow>({
    name: 'api_token',
    text: API_TOKEN,
    values: [digest(token), new Date(now)],
  })
  const [row] = rows
  const rights = row === undefined ? null : tokenRightsOf(row)
  if (row === undefined || rights === null) return null
  if (row.local_email !== null)
    await mayBeLocal(ctx, {
      email: row.local_email,
      role: row.owner_role,
      provider: row.owner_provider,
      customer_id: row.customer_id,
      configurations: { local_accounts: 'forbidden' },
    })
  if (row.last_used_at === null || now - row.last_used_at.getTime() > USE_NOTED_EVERY_MS)
    await ctx.pool.query('update api_tokens set last_used_at = $2 where id = $1', [
      row.id,
      new Date(now),
    ])
  return {
    user_id: row.user_id,
    ...rights,
    timezone: row.timezone ?? ctx.config.FLOTTA_TIMEZONE,
    credential: { kind: 'token', id: row.id },
    ...(row.directory && { directory: true }),
  }
}

const SESSION_ALIVE = `select u.id as user_id, u.customer_id, u.role, u.provider, u.password_changed_at, c.configurations ->> 'password_max_age_days' as max_age
  from sessions s join users u on u.id = s.user_id left join customers c on c.id = u.customer_id
  where s.id = $1 and s.ended_at is null and s.expires_at > $2 and ${USER_STANDS}`
const API_TOKEN_ALIVE = `select u.id as user_id, u.customer_id, t.role, u.role as owner_role, t.provider and u.provider as provider
  from api_tokens t join users u on u.id = t.user_id left join customers c on c.id = u.customer_id
  where t.id = $1 and t.expires_at > $2 and ${USER_STANDS}`

/**
 * Whether an earlier caller still has the same rights: its session or API token is valid, with the same role, customer and mark. For streams, which outlive
 * their token.
 */
export async function stillStands(caller: Caller, ctx: Context): Promise<boolean> {
  const { credential } = caller
  if (credential.kind === 'ticket') return false
  if (credential.kind === 'session') {
    const { rows } = await ctx.pool.query<SessionRow>(SESSION_ALIVE, [
      credential.id,
      new Date(ctx.now()),
    ])
    const [row] = rows
    return (
      row !== undefined &&
      isSame(rightsOf(row), caller) &&
      !passwordExpired(row.password_changed_at, row.max_age, ctx.now())
    )
  }
  const { rows } = await ctx.pool.query<TokenRow>(API_TOKEN_ALIVE, [
    credential.id,
    new Date(ctx.now()),
  ])
  const [row] = rows
  const rights = row === undefined ? null : tokenRightsOf(row)
  return rights !== null && isSame(rights, caller)
}

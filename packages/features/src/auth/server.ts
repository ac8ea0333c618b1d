// Signing in and out, the own account, personal API tokens; who a bearer token is.
import { lesserRole } from '@flotta/core/contract.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { type Call, every, feature, type HttpExchange, handle } from '@flotta/platform/feature.ts'
import { mailTask, queueWaitingMails } from '@flotta/platform/mail.ts'
import { digest, newSecret } from '@flotta/platform/passwords.ts'
import { version } from '../../package.json'
import { customerOf } from '../customers/queries.ts'
import { setPrintingPassword } from '../users/contract.ts'
import { managedUserOf, userOf } from '../users/queries.ts'
import { about } from './about.ts'
import * as contract from './contract.ts'
import { counted, signIn } from './login.ts'
import * as password from './password.ts'
import { API_TOKEN_PREFIX, beginSession, COOKIE, COOKIE_PATH, callerOf, endByCookie, endSessions, exchangeCookie, type Issued } from './sessions.ts'
import './tables.ts'

function hand(http: HttpExchange, issued: Issued): contract.Token {
  http.setCookie(COOKIE, issued.cookie, { maxAge: issued.maxAge, path: COOKIE_PATH })
  return issued.token
}
const forget = (http: HttpExchange): void => http.setCookie(COOKIE, null, { maxAge: 0, path: COOKIE_PATH })

/** A call that only a person who is signed in may make, no API token. */
function sessionOf(caller: Call['caller']): string {
  if (caller.credential.kind !== 'session') throw new Problem('forbidden')
  return caller.credential.id
}

/** The deepest zoom that the embedded base map shows usefully. */
const MAP_MAX_ZOOM = 11

/** How long the answer about a forgotten password takes at least, so that its time does not tell whether the account exists. */
const FORGOT_MS = 150

interface TokenRow {
  readonly id: number
  readonly name: string
  readonly role: 'view' | 'edit' | 'control'
  readonly created_at: Date
  readonly last_used_at: Date | null
}
const tokenOf = ({ created_at, last_used_at, ...row }: TokenRow) => ({
  ...row,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})
const TOKEN_COLUMNS = ['id', 'name', 'role', 'created_at', 'last_used_at'] as const
const MAX_TOKENS = 50

export default feature({
  resolvers: { caller: callerOf },
  handlers: [
    handle(about, ({ ctx }) => ({
      name: 'Flotta',
      version,
      demo: ctx.demo,
      satellite: ctx.config.FLOTTA_SATELLITE_TILES !== undefined,
      map: { max_zoom: MAP_MAX_ZOOM },
    })),
    handle(contract.login, async ({ body, address, http, ctx }) => {
      const user_id = await signIn(ctx, body.email, body.password, address)
      return hand(http, await beginSession(ctx.db, user_id, address, http.header('user-agent'), ctx.now()))
    }),
    handle(contract.session, async ({ http, ctx }) => {
      if (!http.sameOrigin) throw new Problem('forbidden')
      const cookie = http.cookie(COOKIE)
      const issued = cookie === undefined ? null : await exchangeCookie(ctx, cookie)
      if (issued === null) {
        if (cookie !== undefined) forget(http)
        throw new Problem('unauthorized')
      }
      return hand(http, issued)
    }),
    handle(contract.logout, async ({ http, ctx }) => {
      const token = /^Bearer\s+(\S+)$/i.exec(http.header('authorization') ?? '')?.[1]
      const caller = token === undefined ? null : await callerOf(token, ctx).catch(() => null)
      if (caller?.credential.kind === 'session') await endSessions(ctx.db, { session_id: caller.credential.id }, ctx.now())
      const cookie = http.cookie(COOKIE)
      if (cookie !== undefined) {
        if (!http.sameOrigin) throw new Problem('forbidden')
        if (caller === null) await endByCookie(ctx, cookie)
        forget(http)
      }
      return null
    }),
    handle(contract.forgotPassword, async ({ body, ctx }) => {
      await Promise.all([password.requestReset(ctx, body.email), new Promise(resolve => setTimeout(resolve, FORGOT_MS))])
      return null
    }),
    handle(contract.resetPassword, async ({ body, ctx }) => {
      await password.resetPassword(ctx, body.token, body.email, body.password)
      return null
    }),
    handle(contract.changePassword, async ({ body, caller, address, ctx }) => {
      const session_id = sessionOf(caller)
      const user = await ctx.db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', caller.user_id).executeTakeFirstOrThrow()
      const right = await counted(ctx, user.email.toLowerCase(), address, async () => user.password_hash, body.old_password)
      if (!right) throw invalid({ old_password: 'api.wrong_password' })
      await password.changePassword(ctx, caller.user_id, session_id, body.new_password)
      return null
    }),
    handle(setPrintingPassword, async ({ body, record, caller, ctx }) => {
      sessionOf(caller)
      await password.setPrintingPassword(ctx, record.id, body.password)
      return managedUserOf(ctx.db, record.id)
    }),
    handle(contract.profile, ({ caller, ctx }) => userOf(ctx.db, caller.user_id)),
    handle(contract.updateProfile, async ({ body, caller, ctx }) => {
      await ctx.db
        .updateTable('users')
        .set({ language: body.language, updated_at: new Date(ctx.now()) })
        .where('id', '=', caller.user_id)
        .execute()
      return userOf(ctx.db, caller.user_id)
    }),
    handle(contract.userCustomer, ({ caller, ctx }) => customerOf(ctx.db, caller.customer_id)),

    handle(contract.tokens, async ({ caller, ctx }) => {
      const rows = await ctx.db.selectFrom('api_tokens').select(TOKEN_COLUMNS).where('user_id', '=', caller.user_id).orderBy('id').execute()
      return rows.map(tokenOf)
    }),
    handle(contract.createToken, async ({ body, caller, ctx }) => {
      sessionOf(caller)
      if (lesserRole(body.role, caller.role) !== body.role) throw invalid({ role: 'api.role_too_high' })
      const { held } = await ctx.db
        .selectFrom('api_tokens')
        .select(eb => eb.fn.countAll<number>().as('held'))
        .where('user_id', '=', caller.user_id)
        .executeTakeFirstOrThrow()
      if (held >= MAX_TOKENS) throw new Problem('conflict', { key: 'api.tokens_full', values: { maximum: MAX_TOKENS } })
      const token = API_TOKEN_PREFIX + newSecret()
      const row = await ctx.db
        .insertInto('api_tokens')
        .values({ user_id: caller.user_id, name: body.name, role: body.role, token_hash: digest(token), created_at: new Date(ctx.now()), last_used_at: null })
        .returning(TOKEN_COLUMNS)
        .executeTakeFirstOrThrow()
      return { ...tokenOf(row), token }
    }),
    handle(contract.removeToken, async ({ params, caller, ctx }) => {
      sessionOf(caller)
      const { numDeletedRows } = await ctx.db.deleteFrom('api_tokens').where('id', '=', params.id).where('user_id', '=', caller.user_id).executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound()
      return null
    }),
  ],
  tasks: [mailTask],
  start: { worker: queueWaitingMails },
  jobs: [
    every('sessions_clean', 3_600, async ctx => {
      const now = ctx.now()
      const yesterday = new Date(now - 86_400_000)
      await ctx.db
        .deleteFrom('sessions')
        .where(eb => eb.or([eb('expires_at', '<', yesterday), eb('ended_at', '<', yesterday)]))
        .execute()
      await ctx.db.deleteFrom('login_failures').where('at', '<', yesterday).execute()
      await ctx.db.deleteFrom('password_resets').where('expires_at', '<', yesterday).execute()
    }),
  ],
})

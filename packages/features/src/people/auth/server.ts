// Serves sign-in and sign-out, the own account and personal API tokens; identifies callers by their tokens.
import { lesserRole, pageOrAll } from '@flotta/core/contract.ts'
import { invalid, notFound, Problem } from '@flotta/core/problem.ts'
import { trackerPort } from '@flotta/platform/config.ts'
import { type Call, every, feature, type HttpExchange, handle } from '@flotta/platform/feature.ts'
import { sweepLimits } from '@flotta/platform/limits.shared.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { version } from '../../../package.json'
import { isDemoRemoved } from '../../house/installation/queries.ts'
import { mapAbilities } from '../../places/basemap/streets.ts'
import { customerOf } from '../customers/queries.ts'
import { confirmChange, undoChange } from '../users/addresses.ts'
import { confirmAddress, setPrintingPassword, undoAddress } from '../users/contract.ts'
import { managedUserOf, userOf } from '../users/queries.ts'
import { manages } from '../users/rules.ts'
import { endSecretsOf } from '../users/secrets.ts'
import { askPasswordAgain, countAttempt } from '../users/tries.ts'
import { about } from './about.ts'
import { callerOf } from './callers.ts'
import * as contract from './contract.ts'
import { FORGOT_PER_ADDRESS } from './limits.ts'
import { replyWithSession } from './login.ts'
import * as password from './password.ts'
import { mailReset, noteHolder, requestReset, resetPassword } from './password-reset.ts'
import { COOKIE, COOKIE_PATH, endByCookie, exchangeCookie } from './session-cookie.ts'
import { endSessions, purgeSessions, sessionsOf } from './sessions.ts'
import { makeToken, purgeTokens, removeToken, removeTokensOf, tokensOf } from './tokens.ts'
import './tables.ts'

const forget = (http: HttpExchange): void =>
  http.setCookie(COOKIE, null, { maxAge: 0, path: COOKIE_PATH })

/** The session of a call that no API token may make. */
function sessionOf(caller: Call['caller']): string {
  if (caller.credential.kind !== 'session') throw new Problem('forbidden')
  return caller.credential.id
}

export default feature({
  resolvers: { caller: callerOf },
  handlers: [
    handle(about, async ({ ctx }) => ({
      name: 'Flotta',
      version,
      demo: ctx.demo !== null && (await isDemoRemoved(ctx.db)) ? null : ctx.demo,
      satellite: ctx.config.FLOTTA_SATELLITE_TILES !== undefined,
      map: await mapAbilities(ctx),
      places: ctx.config.geocoder.kind === 'embedded' ? ('towns' as const) : ('addresses' as const),
      tracker_port: trackerPort(ctx.config),
      contact: ctx.config.contact,
    })),
    handle(contract.session, async ({ http, ctx }) => {
      if (!http.sameOrigin) throw new Problem('forbidden')
      const cookie = http.cookie(COOKIE)
      if (cookie === undefined) throw new Problem('unauthorized')
      try {
        const issuedSession = await exchangeCookie(ctx, cookie)
        if (issuedSession === null) throw new Problem('unauthorized')
        return replyWithSession(http, issuedSession)
      } catch (error) {
        if (error instanceof Problem && error.status === 401) forget(http)
        throw error
      }
    }),
    handle(contract.logout, async ({ http, ctx }) => {
      const token = /^Bearer\s+(\S+)$/i.exec(http.header('authorization') ?? '')?.[1]
      const caller = token === undefined ? null : await callerOf(token, ctx).catch(() => null)
      if (caller !== null)
        Object.assign(http.audit, {
          user_id: caller.user_id,
          action: 'sign_out',
          subject: `users/${caller.user_id}`,
        })
      if (caller?.credential.kind === 'session')
        await endSessions(ctx.db, { session_id: caller.credential.id }, ctx.now())
      const cookie = http.cookie(COOKIE)
      if (cookie !== undefined) {
        if (!http.sameOrigin) throw new Problem('forbidden')
        if (caller === null) await endByCookie(ctx, cookie)
        forget(http)
      }
      return null
    }),
    handle(contract.forgotPassword, async ({ body, address, http, ctx }) => {
      const wait = await ctx.limits.take(`forgot ${networkOf(address)}`, FORGOT_PER_ADDRESS)
      if (wait > 0)
        throw new Problem(
          'too_many',
          { key: 'api.wait_minutes', values: { count: Math.ceil(wait / 60) } },
          {},
          wait,
        )
      // what takes longer for an existing address runs after the answer, so that timing reveals nothing
      http.afterwards(() => requestReset(ctx, body.email))
      return null
    }),
    handle(contract.resetPassword, async ({ body, http, ctx }) => {
      await resetPassword(ctx, body, http.audit)
      return null
    }),
    handle(contract.changePassword, async ({ body, caller, ctx }) => {
      const session_id = sessionOf(caller)
      const user = await ctx.db
        .selectFrom('users')
        .select(['email', 'password_hash'])
        .where('id', '=', caller.user_id)
        .executeTakeFirstOrThrow()
      const right = await countAttempt(
        ctx,
        { account: user.email.toLowerCase(), address: null, user_id: caller.user_id },
        async () => user.password_hash,
        body.old_password,
      )
      if (!right) throw invalid({ old_password: 'api.wrong_password' })
      await password.changePassword(ctx, caller.user_id, session_id, body.new_password)
      return null
    }),
    handle(confirmAddress, ({ body, http, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const { user_id, before, email } = await confirmChange(ctx, tx, body.token)
        noteHolder(http.audit, user_id, { before: { email: before }, after: { email } })
        return { email }
      }),
    ),
    handle(undoAddress, ({ body, http, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const { person, restored } = await undoChange(ctx, tx, body.token)
        const after = { email: person.email, restored }
        noteHolder(http.audit, person.id, { before: null, after })
        if (restored) {
          // whoever was signed in loses access, however they signed in
          await endSessions(tx, { user_id: person.id }, ctx.now())
          await removeTokensOf(tx, person.id)
          await endSecretsOf(tx, person.id, ctx.now())
          await mailReset(ctx, tx, person)
        }
        return after
      }),
    ),
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

    handle(contract.sessions, async ({ query, caller, ctx }) => {
      const current = sessionOf(caller)
      const sessions = await sessionsOf(ctx.db, caller.user_id, ctx.now())
      return pageOrAll(
        sessions.map(session => ({ ...session, current: session.id === current })),
        query,
      )
    }),
    handle(contract.endSession, async ({ params, caller, ctx }) => {
      sessionOf(caller)
      if (
        (await endSessions(
          ctx.db,
          { session_id: params.id, user_id: caller.user_id },
          ctx.now(),
        )) === 0
      )
        throw notFound()
      return null
    }),
    handle(contract.endOtherSessions, async ({ caller, ctx }) => {
      await endSessions(ctx.db, { user_id: caller.user_id, except: sessionOf(caller) }, ctx.now())
      return null
    }),

    handle(contract.tokens, async ({ query, caller, ctx }) =>
      pageOrAll(await tokensOf(ctx.db, caller.user_id), query),
    ),
    handle(contract.createToken, async ({ body, caller, ctx }) => {
      sessionOf(caller)
      if (body.provider && !caller.provider) throw invalid({ provider: 'api.no_provider' })
      if (body.role === null && !body.provider) throw invalid({ role: 'validation.required' })
      if (lesserRole(body.role, caller.role) !== body.role)
        throw invalid({ role: 'api.role_too_high' })
      if (body.directory && !manages(body.role)) throw invalid({ directory: 'api.no_directory' })
      await askPasswordAgain(ctx, caller, body.password)
      return makeToken(ctx, caller.user_id, body)
    }),
    handle(contract.removeToken, async ({ params, caller, ctx }) => {
      sessionOf(caller)
      if (!(await removeToken(ctx.db, caller.user_id, params.id))) throw notFound()
      return null
    }),
  ],
  jobs: [
    every('limits', 60, sweepLimits),
    every('sign_ins_purge', 3_600, async ({ db, now }) => {
      await purgeSessions(db, now())
      await purgeTokens(db, now())
      await password.purgeSignIns(db, now())
    }),
  ],
})

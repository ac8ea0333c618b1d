// Serves the identity providers of the installation, and the redirects there and back.
import { notFound, Problem } from '@flotta/core/problem.ts'
import { type Caller, type Context, every, feature, handle } from '@flotta/platform/feature.ts'
import { stepUpMethods } from '../factors/step-up-methods.ts'
import { providersOf } from '../providers/providers.ts'
import { checkSessions, LOOK_S } from './checks.ts'
import { loginProviders, stepUpByProvider, stepUpState } from './contract.ts'
import { purgeLogouts, takeLogout } from './logout.ts'
import { beginVisit, endVisit, VISIT_PATH } from './visits.ts'

function sessionOf({ credential }: Caller): string {
  if (credential.kind !== 'session') throw new Problem('forbidden')
  return credential.id
}
/** The identity providers that know the person. */
async function providersThatKnow(ctx: Context, { user_id }: Caller) {
  const identities = await ctx.db
    .selectFrom('identities')
    .select('provider')
    .where('user_id', '=', user_id)
    .execute()
  const ids = new Set(identities.map(({ provider }) => provider))
  return (await providersOf(ctx.config)).filter(({ id }) => ids.has(id))
}
export default feature({
  handlers: [
    handle(stepUpState, async ({ caller, ctx }) => {
      sessionOf(caller)
      const { step_up_until = 0 } = caller
      return {
        until: step_up_until > ctx.now() ? new Date(step_up_until).toISOString() : null,
        methods: await stepUpMethods(ctx, caller.user_id),
        providers: (await providersThatKnow(ctx, caller)).map(({ id, name }) => ({ id, name })),
      }
    }),
    handle(stepUpByProvider, async ({ params, body, caller, http, ctx }) => {
      const session_id = sessionOf(caller)
      const provider = (await providersThatKnow(ctx, caller)).find(({ id }) => id === params.id)
      if (provider === undefined) throw notFound()
      return { url: await beginVisit(ctx, provider.id, body.next, http, session_id) }
    }),
    handle(loginProviders, async ({ ctx }) =>
      (await providersOf(ctx.config)).map(({ id, name }) => ({ id, name })),
    ),
  ],
  ways: [
    {
      path: `${VISIT_PATH}/:id`,
      run: ({ id, query, http, ctx }) => beginVisit(ctx, id, query.get('next') ?? undefined, http),
      back: '/login',
    },
    {
      path: `${VISIT_PATH}/:id/callback`,
      run: ({ id, query, http, address, ctx }) =>
        endVisit(ctx, id, query.toString(), http, address),
      back: '/login',
    },
  ],
  posted_forms: [{ path: `${VISIT_PATH}/:id/logout`, run: takeLogout }],
  jobs: [
    every('identity_checks', LOOK_S, checkSessions),
    every('identity_visits_purge', 3_600, async ({ db, now }) => {
      await db.deleteFrom('identity_visits').where('expires_at', '<', new Date(now())).execute()
      await purgeLogouts(db, now())
    }),
  ],
  // an invalid file prevents the start
  start: { api: async ctx => void (await providersOf(ctx.config)) },
})

// The identity providers of the installation, and the way there and back.
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { providersOf } from '../providers/providers.ts'
import { loginProviders } from './contract.ts'
import { purgeLogouts, takeLogout } from './logout.ts'
import { beginVisit, endVisit, VISIT_PATH } from './visits.ts'

export default feature({
  handlers: [
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
    every('identity_visits_purge', 3_600, async ({ db, now }) => {
      await db.deleteFrom('identity_visits').where('expires_at', '<', new Date(now())).execute()
      await purgeLogouts(db, now())
    }),
  ],
  // a file that cannot be used stops the start
  start: { api: async ctx => void (await providersOf(ctx.config)) },
})

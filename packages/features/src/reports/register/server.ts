// The temperature register on the server: the job that fills it, the history of temperatures, and the verification of receipts, which is open to everybody.
import { periodRange } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { perMinute } from '@flotta/platform/limits.ts'
import { networkOf } from '@flotta/platform/networks.ts'
import { history } from '../../services/eyecold/contract.ts'
import * as contract from './contract.ts'
import { registerCollectors } from './figures.ts'
import { historyOf } from './history.ts'
import { keepRegister } from './jobs.ts'
import { temperatureFigures, verifyCode } from './queries.ts'

/** Verifications from one network: people verify receipts by hand, one after the other. */
const RATE = perMinute(30)

export default feature({
  handlers: [
    handle(history, ({ vehicle, query, ctx }) =>
      historyOf(ctx, vehicle, ...periodRange(query), query.points),
    ),
    handle(contract.temperatures, ({ vehicle, query, caller, ctx }) => {
      const [from, to] = periodRange(query)
      return temperatureFigures(ctx, vehicle, { from, to }, caller.timezone)
    }),
    handle(contract.verify, async ({ query, address, ctx }) => {
      const wait = await ctx.limits.take(`verify ${networkOf(address)}`, RATE)
      if (wait > 0)
        throw new Problem('too_many', { key: 'api.wait', values: { count: wait } }, {}, wait)
      return verifyCode(ctx, query.c)
    }),
    handle(contract.keys, async ({ ctx }) => {
      const keys = await ctx.db
        .selectFrom('register_keys')
        .select(['id', 'public_key', 'since', 'retired_at'])
        .orderBy('since')
        .orderBy('retired_at')
        .execute()
      return keys.map(({ id, public_key, since, retired_at }) => ({
        id,
        public_key: public_key.toString('base64url'),
        since: since.toISOString(),
        retired_at: retired_at?.toISOString() ?? null,
      }))
    }),
  ],
  collectors: registerCollectors,
  jobs: [every('register', 60, keepRegister)],
})

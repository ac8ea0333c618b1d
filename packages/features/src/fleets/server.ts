// The customer's fleets.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import './tables.ts'

export default feature({
  handlers: [
    handle(contract.all, ({ caller, ctx }) =>
      ctx.db
        .selectFrom('fleets')
        .select(['id', 'code', 'description', 'color'])
        .where('customer_id', '=', caller.customer_id)
        .orderBy(eb => eb.fn('upper', ['code']))
        .execute(),
    ),
  ],
})

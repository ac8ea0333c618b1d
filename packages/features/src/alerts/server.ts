// The catalogue of alerts and the incidents open now.
import { pageMeta } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { alertDefinitions, alertWords } from './catalogue.ts'
import * as contract from './contract.ts'
import { activeAlerts, type OpenRow, openIncidents } from './queries.ts'

export default feature({
  handlers: [
    handle(contract.all, ({ language, ctx }) =>
      alertDefinitions.map(d => {
        const { id, code, severity, agreement_id } = d
        const words = alertWords(d)
        return { id, code, name: ctx.say(language, { key: words.name }), description: ctx.say(language, { key: words.description }), severity, agreement_id }
      }),
    ),
    handle(contract.allChannels, () => [...contract.channels]),
    handle(contract.active, async ({ query, caller, language, ctx }) => {
      const severe = query.severity === undefined ? sql`` : sql`where o.severity >= ${query.severity}`
      const { rows } = await sql<OpenRow & { readonly total: number }>`
        select o.*, count(*) over () as total from ${openIncidents(caller.customer_id, ctx.now())} o ${severe}
        order by o.opened_at desc, o.id limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(ctx.db)
      const total = rows[0]?.total ?? (query.page === 1 ? 0 : await countAll())
      return { data: await activeAlerts(ctx, language, caller.customer_id, rows), meta: pageMeta(query, total) }

      async function countAll(): Promise<number> {
        const counted = await sql<{ total: number }>`select count(*) as total from ${openIncidents(caller.customer_id, ctx.now())} o ${severe}`.execute(ctx.db)
        return counted.rows[0]?.total ?? 0
      }
    }),
  ],
})

// Serves the audit trail of the caller's company, and writes a row for every call.
import { pageMeta } from '@flotta/core/contract.ts'
import { every, feature, handle } from '@flotta/platform/feature.ts'
import { purgeAudit } from './check.ts'
import * as contract from './contract.ts'
import { csvOf, ndjsonOf } from './export.ts'
import { appendAudit, auditPage, auditRows, requirePerson } from './queries.ts'

const DAY_S = 86_400

export default feature({
  resolvers: { audit: appendAudit },
  handlers: [
    handle(contract.audit, async ({ query, caller, ctx }) => {
      await requirePerson(ctx.db, caller.customer_id, query)
      const { rows, total } = await auditPage(ctx, caller.customer_id, query)
      return { data: rows, meta: pageMeta(query, total) }
    }),
    handle(contract.auditExport, async ({ query, caller, http, ctx }) => {
      const { format, ...filters } = query
      await requirePerson(ctx.db, caller.customer_id, filters)
      const batches = auditRows(ctx.db, caller.customer_id, filters)
      const day = new Date(ctx.now()).toISOString().slice(0, 10)
      http.setHeader('content-disposition', `attachment; filename="audit-${day}.${format}"`)
      http.setHeader('x-content-type-options', 'nosniff')
      return format === 'csv'
        ? { type: 'text/csv; charset=utf-8', stream: csvOf(batches), max_age: 0 }
        : { type: 'application/x-ndjson', stream: ndjsonOf(batches), max_age: 0 }
    }),
  ],
  jobs: [every('audit_purge', DAY_S, ({ db, now }) => purgeAudit(db, now()))],
})

// Serves every agreement of the installation: by calls what the command line does.
import { invalid } from '@flotta/core/problem.ts'
import type { Entity } from '@flotta/platform/entity.ts'
import { feature } from '@flotta/platform/feature.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { agreementIds, agreements as catalogue } from '../../fleet/agreements/contract.ts'
import { changeAgreement, createAgreement } from '../../fleet/agreements/records.ts'
import { intoTrail } from '../../house/installation/trail.ts'
import { filterCondition } from '../filters.ts'
import * as contract from './contract.ts'

interface Row {
  readonly id: number
  readonly vehicle_id: number
  readonly plate: string
  readonly customer_id: number
  readonly customer_name: string
  readonly agreement_id: number
  readonly code: string
  readonly active_from: Date
  readonly active_to: Date | null
}
const codes = sql`(values ${sql.join(Object.entries(catalogue).map(([id, code]) => sql`(${sql.lit(Number(id))}, ${sql.lit(code)})`))})`

const entity: Entity<typeof contract.agreements, Row> = {
  trail: intoTrail,
  table: 'vehicle_agreements',
  rows: () => sql`
    select a.id, a.vehicle_id, v.plate, a.customer_id, c.name as customer_name, a.agreement_id::int as agreement_id, k.code, a.active_from, a.active_to
    from vehicle_agreements a join vehicles v on v.id = a.vehicle_id and v.deleted_at is null join customers c on c.id = a.customer_id and c.deleted_at is null
    join ${codes} k (id, code) on k.id = a.agreement_id`,
  record: ({ active_from, active_to, ...row }) => ({
    active_from: active_from.toISOString(),
    active_to: active_to?.toISOString() ?? null,
    ...row,
  }),
  order: sql`upper(r.plate), r.agreement_id`,
  async only({ vehicle_id, customer_id, agreement_id }, { ctx }) {
    if (agreement_id !== undefined && !agreementIds.includes(agreement_id))
      throw invalid({ agreement_id: 'validation.unknown' })
    const agreement = agreement_id === undefined ? sql`true` : sql`r.agreement_id = ${agreement_id}`
    return sql`${await filterCondition({ vehicle_id, customer_id }, ctx)} and ${agreement}`
  },
  create: ({ active_from, active_to, ...values }, { tx, ctx }) =>
    createAgreement(tx, {
      ...values,
      active_from: active_from === undefined ? new Date(ctx.now()) : new Date(active_from),
      active_to: active_to === null ? null : new Date(active_to),
    }),
  update: (id, { active_from, active_to }, { tx }) =>
    changeAgreement(tx, id, {
      active_from: active_from === undefined ? undefined : new Date(active_from),
      active_to: active_to == null ? active_to : new Date(active_to),
    }),
  remove: async (id, { tx }) =>
    void (await tx.deleteFrom('vehicle_agreements').where('id', '=', id).execute()),
}
const { handlers, records } = serve<typeof contract.agreements, Row>(contract.agreements, entity)
export default feature({
  handlers: [
    ...handlers,
    serveBulk<typeof contract.agreements, Row>(contract.bulk, contract.agreements, entity),
  ],
  records,
})

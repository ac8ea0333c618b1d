// The catalogue of agreements, the agreements of the caller's customer on its vehicles, and the agreements that it shares with other customers.

import { pageMeta } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { notFound } from '@flotta/core/problem.ts'
import { contains } from '@flotta/core/searchable.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { serve } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { requireVisibleVehicle } from '../access/require.ts'
import * as contract from './contract.ts'
import { countAgreements, vehiclesOfAgreement } from './queries.ts'
import {
  createShare,
  type SharingRow,
  shareMany,
  sharingRecord,
  sharingsSql,
  updateShare,
} from './sharing.ts'

const catalogue = Object.entries(contract.agreements).map(([id, code]) => ({
  id: Number(id),
  code,
}))
const definition = (id: number) => {
  const agreement = catalogue.find(a => a.id === id)
  if (agreement === undefined) throw notFound()
  return agreement
}
/** The ids of agreements whose name, in the reader's language, or code contains the words. */
const agreementIdsNamed = (ctx: Context, language: Language, words: string): number[] =>
  catalogue
    .filter(
      ({ id, code }) =>
        contains(code, words) ||
        contains(ctx.say(language, { key: `agreements.name.${id}` }), words),
    )
    .map(({ id }) => id)

const { handlers, records } = serve<typeof contract.sharing, SharingRow>(contract.sharing, {
  table: 'vehicle_agreements',
  rows: ({ caller, ctx }) => sharingsSql(caller.customer_id, ctx.now()),
  record: sharingRecord,
  create: createShare,
  update: updateShare,
  remove: async (id, { tx }) =>
    void (await tx.deleteFrom('vehicle_agreements').where('id', '=', id).execute()),
})

export default feature({
  records,
  handlers: [
    ...handlers,
    handle(contract.shareMany, ({ body, caller, language, ctx }) => {
      const nameOf = (id: number) => ctx.say(language, { key: `agreements.name.${id}` })
      return ctx.db.transaction().execute(async tx => {
        const ids = await shareMany(body, nameOf, {
          tx,
          caller,
          language,
          ctx,
          afterwards: () => undefined,
        })
        const { rows } =
          await sql<SharingRow>`select r.* from (${sharingsSql(caller.customer_id, ctx.now())}) r where r.id = any(${ids}::int4[]) order by r.id`.execute(
            tx,
          )
        return rows.map(sharingRecord)
      })
    }),
    handle(contract.all, () => catalogue),
    handle(contract.agreementById, ({ params }) => definition(params.id)),
    handle(contract.list, async ({ query, caller, language, ctx }) => {
      const words = query.search?.trim() ?? ''
      const ids = words === '' ? [] : agreementIdsNamed(ctx, language, words)
      const counts = await countAgreements(ctx, caller.customer_id, words, ids)
      const matches = catalogue.filter(
        ({ id }) => words === '' || ids.includes(id) || counts.has(id),
      )
      const data = matches
        .slice((query.page - 1) * query.per_page, query.page * query.per_page)
        .map(a => ({ ...a, ...(counts.get(a.id) ?? { vehicles: 0, archived: 0 }) }))
      return { data, meta: pageMeta(query, matches.length) }
    }),
    ...[contract.agreementVehicles, contract.archivedVehicles].map(endpoint =>
      handle(endpoint, async ({ params, query, caller, language, ctx }) => {
        const { id } = definition(params.id)
        const words = query.search?.trim() ?? ''
        const search =
          words === '' || agreementIdsNamed(ctx, language, words).includes(id) ? '' : words
        const { vehicle_id } = query
        if (vehicle_id !== undefined)
          await requireVisibleVehicle(ctx.db, caller.customer_id, vehicle_id, ctx.now())
        const filter = {
          agreement_id: id,
          archived: endpoint === contract.archivedVehicles,
          search,
          vehicle_id,
        }
        const { data, total } = await vehiclesOfAgreement(ctx, caller.customer_id, filter, query)
        return { data, meta: pageMeta(query, total) }
      }),
    ),
  ],
})

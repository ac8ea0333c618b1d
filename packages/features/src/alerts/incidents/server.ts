// The endpoints of the catalogue of alerts, of open incidents with their marks, and of the history.
import { pageMeta } from '@flotta/core/contract.ts'
import type { Language } from '@flotta/core/languages.ts'
import { invalid, notFound } from '@flotta/core/problem.ts'
import { searchable } from '@flotta/core/searchable.ts'
import { type Context, feature, handle } from '@flotta/platform/feature.ts'
import { requireOwnFleets, requireVisibleVehicle } from '../../fleet/access/require.ts'
import { alertDefinition, alertDefinitions, alertWords, type OwnedAlert } from './catalogue.ts'
import * as contract from './contract.ts'
import { historyPage, incidents } from './history.ts'
import { jobs } from './jobs.ts'
import { acknowledge, assign, mustBeIncidents, snooze } from './marks.ts'
import { noiseOf } from './noise.ts'
import { activePage, type IncidentFilter, mustBeOurs, vehiclesWith } from './queries.ts'

function definitionReply(ctx: Pick<Context, 'say'>, language: Language, definition: OwnedAlert) {
  const { id, code, severity, agreement_id } = definition
  const words = alertWords(definition)
  return {
    id,
    code,
    name: ctx.say(language, { key: words.name }),
    description: ctx.say(language, { key: words.description }),
    severity,
    agreement_id,
  }
}
/** The definition with this id; throws 404 if there is none. */
function definitionOrNotFound(id: number): OwnedAlert {
  const definition = alertDefinition(id)
  if (definition === undefined) throw notFound()
  return definition
}
const part = <T>(
  list: readonly T[],
  { page, per_page }: { readonly page: number; readonly per_page: number },
): T[] => list.slice((page - 1) * per_page, page * per_page)

/** Ids of the codes in a query. */
function idsOf(codes: string): number[] {
  const ids = codes.split(',').map(code => alertDefinitions.find(d => d.code === code.trim())?.id)
  if (ids.some(id => id === undefined)) throw invalid({ alerts: 'validation.unknown' })
  return ids.filter(id => id !== undefined)
}

interface AlertFilters {
  readonly severity?: number | undefined
  readonly alerts?: string | undefined
  readonly fleet_id?: number | undefined
  readonly fleets?: string | undefined
  readonly vehicle_id?: number | undefined
  readonly acknowledged?: boolean | undefined
  readonly assigned_to?: number | undefined
}
/** Throws `invalid` for an id that the customer does not have. */
async function filterOf(
  ctx: Context,
  customer_id: number,
  { alerts, fleet_id, fleets, vehicle_id, ...rest }: AlertFilters,
): Promise<IncidentFilter> {
  const fleet_ids =
    fleets?.split(',').map(Number) ?? (fleet_id === undefined ? undefined : [fleet_id])
  if (fleet_ids !== undefined)
    await requireOwnFleets(
      ctx.db,
      customer_id,
      fleet_ids,
      fleets === undefined ? 'fleet_id' : 'fleets',
    )
  if (vehicle_id !== undefined)
    await requireVisibleVehicle(ctx.db, customer_id, vehicle_id, ctx.now())
  if (rest.assigned_to !== undefined) await mustBeOurs(ctx, customer_id, rest.assigned_to)
  const { severity, acknowledged, assigned_to } = rest
  return {
    severity,
    acknowledged,
    assigned_to,
    alert_ids: alerts ? idsOf(alerts) : undefined,
    fleet_ids,
    vehicle_id,
  }
}

export default feature({
  jobs,
  handlers: [
    handle(contract.list, ({ query, language, ctx }) => {
      const words = searchable(query.search ?? '')
      const matches = alertDefinitions
        .map(d => definitionReply(ctx, language, d))
        .filter(({ code, name, description }) =>
          [code, name, description].some(text => searchable(text).includes(words)),
        )
      return { data: part(matches, query), meta: pageMeta(query, matches.length) }
    }),
    handle(contract.all, ({ language, ctx }) =>
      alertDefinitions.map(d => definitionReply(ctx, language, d)),
    ),
    handle(contract.allChannels, () => [...contract.channels]),
    handle(contract.alert, ({ params, language, ctx }) =>
      definitionReply(ctx, language, definitionOrNotFound(params.id)),
    ),
    handle(contract.vehicles, async ({ params, query, caller, ctx }) => {
      const { page, per_page, ...filters } = query
      const { id } = definitionOrNotFound(params.id)
      const { fleet_ids, vehicle_id } = await filterOf(ctx, caller.customer_id, filters)
      const filter = { alert_id: id, fleet_ids, vehicle_id }
      const { rows, total } = await vehiclesWith(ctx, caller.customer_id, filter, {
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return { data: rows, meta: pageMeta(query, total) }
    }),
    handle(contract.active, async ({ query, caller: { customer_id }, language, ctx }) => {
      const { page, per_page, order, snoozed, ...filters } = query
      const filter = {
        ...(await filterOf(ctx, customer_id, filters)),
        ...(snoozed !== undefined && { snoozed: { at: ctx.now(), is: snoozed } }),
        order,
      }
      const { data, total, acknowledged } = await activePage(ctx, language, customer_id, filter, {
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return { data, meta: { ...pageMeta(query, total), acknowledged } }
    }),
    handle(contract.history, async ({ query, caller: { customer_id }, language, ctx }) => {
      const { page, per_page, period_from, period_to, late, ...filters } = query
      const filter = {
        ...(await filterOf(ctx, customer_id, filters)),
        late,
        from: Date.parse(period_from),
        to: Date.parse(period_to),
      }
      const { data, total } = await historyPage(ctx, language, customer_id, filter, {
        limit: per_page,
        offset: (page - 1) * per_page,
      })
      return { data, meta: pageMeta(query, total) }
    }),
    handle(contract.noise, async ({ query, caller: { customer_id }, language, ctx }) => {
      const { period_from, period_to, ...filters } = query
      return noiseOf(ctx, language, customer_id, {
        ...(await filterOf(ctx, customer_id, filters)),
        from: Date.parse(period_from),
        to: Date.parse(period_to),
      })
    }),
    handle(
      contract.acknowledge,
      async ({ body: { ids, comment, acknowledged }, caller, language, ctx }) => {
        await acknowledge(ctx, caller, ids, { acknowledged, comment })
        return incidents(
          ctx,
          language,
          caller.customer_id,
          await mustBeIncidents(ctx, caller.customer_id, ids),
        )
      },
    ),
    handle(contract.snooze, async ({ body: { ids, until }, caller, language, ctx }) => {
      await snooze(ctx, caller, ids, until === null ? null : Date.parse(until))
      return incidents(
        ctx,
        language,
        caller.customer_id,
        await mustBeIncidents(ctx, caller.customer_id, ids),
      )
    }),
    handle(contract.assign, async ({ body: { ids, user_id }, caller, language, ctx }) => {
      await assign(ctx, caller, ids, user_id)
      return incidents(
        ctx,
        language,
        caller.customer_id,
        await mustBeIncidents(ctx, caller.customer_id, ids),
      )
    }),
  ],
})

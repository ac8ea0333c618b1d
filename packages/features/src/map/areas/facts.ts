// Facts for derivations: the customers that may see the vehicle's position, each with its areas. A customer's index is built once and shared by its vehicles.
import { always, type ByTime } from '@flotta/core/by-time.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import type { PoolClient } from 'pg'
import { agreement } from '../../fleet/agreements/contract.ts'
import { AreaIndex, type Watcher } from './area-index.ts'
import { keyOf, type Shape } from './rules.ts'
import { outlineOf, type StoredShape } from './shape.ts'
import './derive.ts'
import './tables.ts'

type Client = Pick<PoolClient, 'query'>

interface GrantRow {
  readonly vehicle_id: number
  readonly customer_id: number
  /** Epoch ms; null: without an end. */
  readonly from: number
  readonly to: number | null
}
/**
 * An owner's agreement that began at its creation also opens older data, as in panels. The begin is set by the caller's clock and the creation by the
 * database's, whose transaction begins first, so they differ a little.
 */
const GRANTS = `select vehicle_id, customer_id, case when guest or active_from > created_at + interval '1 minute' then date_part('epoch', active_from) * 1000 else 0 end as from, date_part('epoch', active_to) * 1000 as to
  from vehicle_agreements where vehicle_id = any($1::int4[]) and agreement_id = ${agreement.eyegeo} order by vehicle_id, customer_id, active_from`
/** A text that differs after every change of a customer's areas. */
const MARKS = `select customer_id, count(*) || ' ' || sum(version) as mark from area_shapes where customer_id = any($1::int4[]) group by customer_id`
const SHAPES = `select customer_id, id, kind, area_id, name, code, latitude, longitude, radius, shape, date_part('epoch', valid_from) * 1000 as from, date_part('epoch', valid_to) * 1000 as to
  from area_shapes where customer_id = any($1::int4[]) order by customer_id, id`

interface CustomerAreas {
  readonly mark: string
  readonly areas: AreaIndex
  readonly shapes: readonly Shape[]
  /** The index for reports, built when the first one needs it. */
  hindsight?: AreaIndex
}
/** Customer → its index, per database. */
const indexes = new WeakMap<Client, Map<number, CustomerAreas>>()

async function indexesOf(
  client: Client,
  customer_ids: readonly number[],
): Promise<ReadonlyMap<number, CustomerAreas>> {
  const customerAreas = indexes.get(client) ?? new Map<number, CustomerAreas>()
  indexes.set(client, customerAreas)
  const { rows: marks } = await client.query<{ customer_id: number; mark: string }>(MARKS, [
    customer_ids,
  ])
  const markOf = new Map(marks.map(m => [m.customer_id, m.mark]))
  for (const id of customer_ids) if (!markOf.has(id)) customerAreas.delete(id)
  const old = marks
    .filter(m => customerAreas.get(m.customer_id)?.mark !== m.mark)
    .map(m => m.customer_id)
  if (old.length === 0) return customerAreas
  const { rows } = await client.query<
    Omit<Shape, 'to' | 'outline'> & {
      readonly customer_id: number
      readonly to: number | null
      readonly shape: StoredShape | null
    }
  >(SHAPES, [old])
  for (const id of old) {
    const shapes = rows
      .filter(r => r.customer_id === id)
      .map(
        ({ customer_id: _, to, shape, ...circle }): Shape => ({
          ...circle,
          outline: outlineOf(shape),
          to: to ?? Number.POSITIVE_INFINITY,
        }),
      )
    customerAreas.set(id, { mark: markOf.get(id) ?? '', areas: new AreaIndex(shapes), shapes })
  }
  return customerAreas
}

/** The areas of one customer, past and present, for reports: the first form of each also counts for the time before it was made. */
export async function areasOf(client: Client, customer_id: number): Promise<AreaIndex> {
  const customerAreas = (await indexesOf(client, [customer_id])).get(customer_id)
  if (customerAreas === undefined) return new AreaIndex([])
  customerAreas.hindsight ??= new AreaIndex(fromTheBeginning(customerAreas.shapes))
  return customerAreas.hindsight
}
function fromTheBeginning(shapes: readonly Shape[]): Shape[] {
  const first = new Map<number, Shape>()
  for (const shape of shapes) {
    const earliest = first.get(keyOf(shape))
    if (earliest === undefined || shape.from < earliest.from) first.set(keyOf(shape), shape)
  }
  return shapes.map(shape => (first.get(keyOf(shape)) === shape ? { ...shape, from: 0 } : shape))
}

export const facts: FactsProvider<'watchers'> = {
  unknown: { watchers: [] },
  voidedBy: {
    hubs: () => undefined,
    pois: () => undefined,
    agreement_changes: row => row.vehicle_id,
  },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<GrantRow>(GRANTS, [vehicle_ids])
    const customerAreas = await indexesOf(client, [...new Set(rows.map(r => r.customer_id))])
    const watchers = new Map<
      number,
      Map<
        number,
        { customer_id: number; periods: { from: number; to: number }[]; areas: AreaIndex }
      >
    >()
    for (const { vehicle_id, customer_id, from, to } of rows) {
      const areas = customerAreas.get(customer_id)?.areas
      if (areas === undefined) continue
      const ofVehicle = watchers.get(vehicle_id) ?? new Map()
      watchers.set(vehicle_id, ofVehicle)
      const watcher = ofVehicle.get(customer_id) ?? { customer_id, periods: [], areas }
      ofVehicle.set(customer_id, watcher)
      watcher.periods.push({ from, to: to ?? Number.POSITIVE_INFINITY })
    }
    return new Map(
      [...watchers].map(
        ([id, vehicleWatchers]): [number, ByTime<{ watchers: readonly Watcher[] }>] => [
          id,
          always({ watchers: [...vehicleWatchers.values()] }),
        ],
      ),
    )
  },
}

// The endpoints of the feed.
import { every, feature, type HandlerRequest, handle } from '@flotta/platform/feature.ts'
import { once } from '@flotta/platform/once.ts'
import { sql } from 'kysely'
import { recordFeedLooks } from '../../fleet/privacy/queries.ts'
import type { RowKey } from '../../telemetry/pipeline/arrivals.ts'
import * as contract from './contract.ts'
import { cursorOf, type Spot, spotOf } from './cursor.ts'
import { type Column, csv, csvText, formOf, ndjson } from './forms.ts'
import { looksOf } from './looks.ts'
import {
  type ChangedRecord,
  type Feed,
  givePlaces,
  nextArrivals,
  nextChanges,
  type Page,
  placeFrom,
  tidyOrder,
} from './order.ts'
import { positionLines, positionRows } from './position-rows.ts'
import {
  incidentRows,
  type Reader,
  readingRows,
  type SeenVehicles,
  seenVehicles,
  tripRows,
  visibleKeys,
} from './rows.ts'

/** The key that signs cursors; it is the same for every process. */
const keyOf = once(async ctx => {
  const { rows } = await sql<{ key: Buffer }>`select key from feed_key`.execute(ctx.db)
  return rows[0]?.key ?? Buffer.alloc(0)
})

type Request = HandlerRequest<typeof contract.positions>
interface Source<K, R extends object> {
  readonly feed: Feed
  readonly keys: (request: Request, spot: Spot, seen: SeenVehicles) => Promise<Page<K>>
  readonly rows: (request: Request, reader: Reader, keys: readonly K[]) => Promise<R[]>
  readonly columns: readonly Column<R>[]
  /** The lines of CSV, for feeds that write them without rows. */
  readonly lines?: (request: Request, reader: Reader, keys: readonly K[]) => Promise<string[]>
}

async function answer<K, R extends object>(request: Request, source: Source<K, R>) {
  const { query, caller, ctx, http } = request
  const { feed, columns, lines } = source
  const signer = { key: await keyOf(ctx), feed, customer_id: caller.customer_id }
  const cursorSpot = query.cursor === undefined ? null : spotOf(signer, query.cursor, ctx.now())
  await givePlaces(ctx, feed)
  const spot = cursorSpot ?? (await placeFrom(ctx, feed, Date.parse(query.from ?? '')))
  const { customer_id } = caller
  const reader = { customer_id, seen: await seenVehicles(ctx, customer_id) }
  const page = await source.keys(request, spot, reader.seen)
  const meta = { cursor: cursorOf(signer, page.spot, ctx.now()), more: page.more }
  const form = formOf(http.header('accept'))
  http.varyBy('accept')
  if (form === 'json') return { data: await source.rows(request, reader, page.keys), meta }
  http.setHeader('x-cursor', meta.cursor)
  http.setHeader('x-more', String(meta.more))
  if (form === 'csv' && lines !== undefined)
    return csvText(columns, await lines(request, reader, page.keys))
  const rows = await source.rows(request, reader, page.keys)
  return form === 'csv' ? csv(columns, rows) : ndjson(rows)
}

/** The positions that the reader may see; the log of looks records them. */
async function positionKeys(
  { ctx, caller, http }: Request,
  reader: Reader,
  keys: readonly RowKey[],
) {
  const visible = await visibleKeys(ctx, reader, keys)
  const looks = looksOf(
    reader,
    visible.map(({ vehicle_id, at }) => ({ vehicle_id, from: at, to: at })),
  )
  http.afterwards(() => recordFeedLooks(ctx, caller, 'track', looks))
  return visible
}

const arrivals =
  (feed: 'positions' | 'readings') =>
  ({ query, ctx }: Request, spot: Spot, seen: SeenVehicles) =>
    nextArrivals(ctx, feed, spot, query.limit, id => seen.has(id))
const changes =
  (feed: 'trips' | 'incidents') =>
  ({ query, caller, ctx }: Request, spot: Spot, seen: SeenVehicles): Promise<Page<ChangedRecord>> =>
    nextChanges(ctx, feed, spot, query.limit, caller.customer_id, [...seen.keys()])

const fields = <R extends object>(...names: readonly (keyof R & string)[]): Column<R>[] =>
  names.map(name => ({ name, value: row => row[name] }))
export const positionColumns = fields<contract.FeedPosition>(
  'id',
  'vehicle_id',
  'plate',
  'message_datetime',
  'latitude',
  'longitude',
  'altitude',
  'direction',
  'speed',
  'satellites',
)

export default feature({
  handlers: [
    handle(contract.positions, request =>
      answer(request, {
        feed: 'positions',
        keys: arrivals('positions'),
        rows: async (request, reader, keys) =>
          positionRows(request.ctx, reader.seen, await positionKeys(request, reader, keys)),
        lines: async (request, reader, keys) =>
          positionLines(request.ctx, reader.seen, await positionKeys(request, reader, keys)),
        columns: positionColumns,
      }),
    ),
    handle(contract.readings, request =>
      answer(request, {
        feed: 'readings',
        keys: arrivals('readings'),
        rows: ({ ctx }, reader, keys) => readingRows(ctx, reader, keys),
        columns: fields<contract.FeedReading>(
          'id',
          'vehicle_id',
          'plate',
          'kind',
          'message_datetime',
          'data',
        ),
      }),
    ),
    handle(contract.trips, request =>
      answer(request, {
        feed: 'trips',
        keys: changes('trips'),
        async rows({ ctx, caller, http }, reader, keys) {
          const rows = await tripRows(ctx, reader, keys)
          const looks = looksOf(
            reader,
            rows.map(({ vehicle_id, period_from, period_to }) => ({
              vehicle_id,
              from: Date.parse(period_from),
              to: period_to === null ? ctx.now() : Date.parse(period_to),
            })),
          )
          http.afterwards(() => recordFeedLooks(ctx, caller, 'trip', looks))
          return rows
        },
        columns: [
          ...fields<contract.FeedTrip>(
            'id',
            'vehicle_id',
            'plate',
            'period_from',
            'period_to',
            'km',
            'max_speed',
            'duration',
          ),
          { name: 'start_latitude', value: ({ start }) => start?.latitude },
          { name: 'start_longitude', value: ({ start }) => start?.longitude },
          { name: 'end_latitude', value: ({ end }) => end?.latitude },
          { name: 'end_longitude', value: ({ end }) => end?.longitude },
          ...fields<contract.FeedTrip>('private', 'replaced_by'),
        ],
      }),
    ),
    handle(contract.incidents, request =>
      answer(request, {
        feed: 'incidents',
        keys: changes('incidents'),
        rows: ({ ctx, language }, reader, keys) => incidentRows(ctx, reader, language, keys),
        columns: [
          ...fields<contract.FeedIncident>(
            'id',
            'alert_id',
            'code',
            'severity',
            'vehicle_id',
            'plate',
            'description',
            'subject',
            'created_at',
            'closed_at',
            'duration',
            'ended',
            'late',
          ),
          { name: 'latitude', value: ({ position }) => position?.latitude },
          { name: 'longitude', value: ({ position }) => position?.longitude },
          ...fields<contract.FeedIncident>('acknowledged_at', 'acknowledged_by', 'comment'),
        ],
      }),
    ),
  ],
  jobs: [every('order of the feed', 3_600, tidyOrder)],
})

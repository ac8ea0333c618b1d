// positions export | pack: exports a vehicle's positions as CSV, and packs past days into one row each
import { Id, Instant } from '@flotta/core/contract.ts'
import { invalid, notFound } from '@flotta/core/problem.ts'
import { DAY } from '@flotta/core/time.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { z } from 'zod'
import { fixColumns } from './codec.ts'
import { packAll } from './jobs.ts'
import { readPositions } from './queries.ts'
import { millis, positionFields } from './rows.ts'

interface ExportedPosition {
  readonly message_datetime: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly altitude: number | null
  readonly direction: number | null
  readonly speed: number | null
  readonly satellites: number | null
  readonly seq: number
  /** Hexadecimal. */
  readonly io: string | null
}
const EXPORT_COLUMNS = [
  'message_datetime',
  'latitude',
  'longitude',
  'altitude',
  'direction',
  'speed',
  'satellites',
  'seq',
  'io',
] as const satisfies readonly (keyof ExportedPosition)[]

/** Raw parameters, hexadecimal. */
async function* exportedPositions(
  ctx: Context,
  vehicle_id: number,
  from: number,
  to: number,
): AsyncGenerator<ExportedPosition> {
  for (let since = from; since < to; since += DAY) {
    const until = Math.min(since + DAY, to)
    const day = await readPositions(ctx.pool, vehicle_id, [{ from: since, to: until - 1 }], {
      fields: positionFields,
    })
    for (const [i, time] of day.micros.entries()) {
      const [latitude_e7, longitude_e7, altitude, direction, speed, satellites] = fixColumns.map(
        (name, bit) => (((day.nulls[i] ?? 0) >> bit) & 1 ? null : (day[name][i] ?? null)),
      )
      const io = day.io[i] ?? null
      yield {
        message_datetime: new Date(millis(time)).toISOString(),
        latitude: degrees(latitude_e7),
        longitude: degrees(longitude_e7),
        altitude: altitude ?? null,
        direction: direction ?? null,
        speed: speed ?? null,
        satellites: satellites ?? null,
        seq: day.seq[i] ?? 0,
        io: io === null ? null : Buffer.from(io).toString('hex'),
      }
    }
  }
}
const degrees = (e7: number | null | undefined): number | null =>
  e7 === null || e7 === undefined ? null : e7 / 1e7

export const commands: readonly Command[] = [
  command({
    noun: 'positions',
    verb: 'export',
    summary: 'A vehicle’s positions of a time, as CSV on the standard output',
    options: z.object({
      vehicle: Id.describe('the vehicle (id)'),
      from: Instant.describe('from this instant on, 2026-11-01T00:00:00Z'),
      to: Instant.describe('until before this instant'),
    }),
    columns: EXPORT_COLUMNS,
    output: 'csv',
    async run({ vehicle, from, to }, ctx) {
      if (Date.parse(to) <= Date.parse(from)) throw invalid({ to: 'validation.before_start' })
      const { rowCount } = await ctx.pool.query('select from vehicles where id = $1', [vehicle])
      if (rowCount === 0) throw notFound()
      return exportedPositions(ctx, vehicle, Date.parse(from), Date.parse(to))
    },
  }),
  command({
    noun: 'positions',
    verb: 'pack',
    summary: 'Pack the days that are long over at once, as the hourly job does by itself',
    options: z.object({
      'older-than': z.coerce
        .number()
        .int()
        .min(0)
        .max(1_000_000)
        .optional()
        .describe('hours since the end of the day (default: FLOTTA_PACK_AFTER_HOURS)'),
      now: z
        .boolean()
        .default(false)
        .describe('also of vehicles for which records came late within the hour'),
    }),
    run: (a, ctx) =>
      packAll(ctx, {
        olderThan: a['older-than'] ?? ctx.config.FLOTTA_PACK_AFTER_HOURS,
        onlyQuiet: !a.now,
      }),
  }),
]

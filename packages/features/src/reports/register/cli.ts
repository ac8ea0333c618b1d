// register verify | show | keys | rotate | forget: whether the temperature register is as it was written, and which keys sign it

import { Day, Id } from '@flotta/core/contract.ts'
import { Problem, type Words } from '@flotta/core/problem.ts'
import { instantOf, instantOrNull } from '@flotta/core/time.ts'
import { type Command, command } from '@flotta/platform/cli.ts'
import { noSuchRecord } from '@flotta/platform/cli-problems.ts'
import type { Db } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Fault } from './audit.ts'
import { auditVehicle } from './audit-vehicle.ts'
import { rotateKey, trustedKeys } from './keys.ts'
import { bookOf, daysOf } from './store.ts'

interface VehicleWithRegister {
  readonly vehicle_id: number
  readonly plate: string
}
/** The vehicles with rows or days in the register, by plate. */
async function vehiclesWithRegister(
  db: Db,
  vehicle: number | undefined,
): Promise<VehicleWithRegister[]> {
  const { rows } =
    await sql<VehicleWithRegister>`select r.vehicle_id, coalesce(v.plate, '?') as plate
    from (select vehicle_id from register_books union select vehicle_id from register_days) r left join vehicles v on v.id = r.vehicle_id
    where ${vehicle ?? null}::int4 is null or r.vehicle_id = ${vehicle ?? null} order by 2, 1`.execute(
      db,
    )
  if (vehicle !== undefined && rows.length === 0) throw noSuchRecord('vehicle', vehicle)
  return rows
}

/** The text of a fault, with the day and, where it concerns a row, the row. */
export function faultText({ kind, day, n, at }: Fault): Words {
  const values = { day, n: n ?? 0, at: at === null ? '—' : instantOf(at) }
  return {
    key:
      n === null || at !== null || kind !== 'removed'
        ? `register.fault.${kind}`
        : 'register.fault.removed_from',
    values,
  }
}

const vehicle = Id.optional().describe('vehicle id; default: all that have the register')
const from = Day.optional().describe('first day, YYYY-MM-DD')
const to = Day.optional().describe('last day, YYYY-MM-DD')

async function audit(
  ctx: Context,
  a: {
    readonly vehicle?: number | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  },
) {
  const keys = await trustedKeys(ctx)
  const audits = []
  for (const { vehicle_id, plate } of await vehiclesWithRegister(ctx.db, a.vehicle))
    audits.push({ plate, ...(await auditVehicle(ctx, vehicle_id, { ...a, trusted: keys })) })
  return audits
}

export const commands: readonly Command[] = [
  command({
    noun: 'register',
    verb: 'verify',
    summary:
      'Check that the temperature register is as it was written; the first row of a vehicle that is not is named, and the exit code is 1',
    options: z.object({ vehicle, from, to }),
    columns: ['vehicle', 'plate', 'days', 'rows', 'untouched'],
    async run(a, ctx) {
      const audits = await audit(ctx, a)
      const faults = audits.flatMap(({ vehicle_id, plate, fault }) =>
        fault === null ? [] : [[`${plate} (${vehicle_id})`, [faultText(fault)]] as const],
      )
      if (faults.length > 0)
        throw new Problem(
          'conflict',
          { key: 'register.altered', values: { count: faults.length, total: audits.length } },
          Object.fromEntries(faults),
        )
      return audits.map(({ vehicle_id, plate, days, rows }) => ({
        vehicle: vehicle_id,
        plate,
        days,
        rows,
        untouched: 'yes',
      }))
    },
  }),
  command({
    noun: 'register',
    verb: 'show',
    summary: 'List the days of a vehicle’s temperature register with their rows, seals and digests',
    options: z.object({ vehicle: Id.describe('vehicle id'), from, to }),
    async run({ vehicle: id, from: first = '0001-01-01', to: last = '9999-12-31' }, { db, pool }) {
      await vehiclesWithRegister(db, id)
      const days = await daysOf(pool, id, first, last)
      const book = await bookOf(pool, id)
      const open =
        book?.day != null && book.day >= first && book.day <= last
          ? [{ ...book, day: book.day }]
          : []
      return [
        ...days.map(d => ({
          day: d.day,
          rows: d.rows,
          sealed_at: instantOrNull(d.sealed_at),
          key: d.key_id,
          forgotten_at: instantOrNull(d.forgotten_at),
          digest: d.digest.toString('hex'),
        })),
        ...open.map(b => ({
          day: b.day,
          rows: b.rows,
          sealed_at: null,
          key: null,
          forgotten_at: null,
          digest: null,
        })),
      ]
    },
  }),
  command({
    noun: 'register',
    verb: 'keys',
    summary:
      'List the keys that sign the temperature register; what a key that is not trusted has signed counts as altered',
    options: z.object({}),
    async run(_, ctx) {
      const trustedById = await trustedKeys(ctx)
      const keys = await ctx.db
        .selectFrom('register_keys')
        .select(['id', 'public_key', 'since', 'retired_at'])
        .orderBy('since')
        .execute()
      return keys.map(key => ({
        ...key,
        public_key: key.public_key.toString('base64url'),
        trusted: trustedById.has(key.id) ? 'yes' : 'no',
      }))
    },
  }),
  command({
    noun: 'register',
    verb: 'rotate',
    summary:
      'Sign with a new key from now on; it vouches for the one before it. Other machines need the new key too',
    options: z.object({
      trust: z
        .string()
        .optional()
        .describe('the key that is replaced, where this machine does not have it'),
    }),
    run: ({ trust }, ctx) => rotateKey(ctx, trust),
  }),
  command({
    noun: 'register',
    verb: 'forget',
    summary:
      'Forget the rows of a vehicle’s closed days before a day, a year ago at least; their digests stay',
    options: z.object({
      vehicle: Id.describe('vehicle id'),
      before: Day.describe('first day that is kept, YYYY-MM-DD'),
    }),
    async run(a, { db, now }) {
      await vehiclesWithRegister(db, a.vehicle)
      if (Date.parse(a.before) > now() - 366 * 86_400_000)
        throw new Problem('conflict', 'register.too_young', {})
      const { rows } = await sql<{
        rows: number
      }>`select register_forget(${a.vehicle}, ${a.before}::date)::int4 as rows`.execute(db)
      return { vehicle: a.vehicle, before: a.before, rows: rows[0]?.rows ?? 0 }
    },
  }),
]

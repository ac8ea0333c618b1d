// Keeps which card each drive is known by; whose activities follow from it is found afterwards (`jobs.ts`), for a driver's other vehicles and what people entered have a say in it.
import type { EmittedEffect } from '@flotta/core/derivation.ts'
import { columns } from '@flotta/platform/columns.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import './tables.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    /** From `at` on the vehicle is driven by whoever has this card. */
    driver_identified: { readonly at: number; readonly ibutton_key: string }
  }
}

interface Identification {
  readonly vehicle_id: number
  readonly at: number
  readonly ibutton_key: string
  /** Time of the record that told it. */
  readonly told_at: number
}
/** The later word of one instant counts. */
function identificationsOf(
  emitted: readonly EmittedEffect<'driver_identified'>[],
): Identification[] {
  const told = new Map<string, Identification>()
  for (const { vehicle_id, by, effect } of emitted)
    told.set(`${vehicle_id} ${effect.at}`, {
      vehicle_id,
      at: effect.at,
      ibutton_key: effect.ibutton_key,
      told_at: by,
    })
  return [...told.values()]
}

const INSERT = `insert into driver_identifications (vehicle_id, at, ibutton_key, told_at)
  select * from unnest($1::int4[], $2::timestamptz[], $3::text[], $4::timestamptz[])
  on conflict (vehicle_id, at) do update set ibutton_key = excluded.ibutton_key, told_at = excluded.told_at, customer_id = null, driver_id = null`
const INSERT_MARKS = `insert into driver_marks (vehicle_id, from_at) select * from unnest($1::int4[], $2::timestamptz[])`

const markStatement = (of: readonly Pick<Identification, 'vehicle_id' | 'at'>[]): Statement => ({
  name: 'drivers mark',
  text: INSERT_MARKS,
  values: [columns.int4(of.map(i => i.vehicle_id)), columns.timestamptz(of.map(i => i.at))],
})
function insertStatements(told: readonly Identification[]): Statement[] {
  if (told.length === 0) return []
  const values = [
    columns.int4(told.map(i => i.vehicle_id)),
    columns.timestamptz(told.map(i => i.at)),
    columns.text(told.map(i => i.ibutton_key)),
    columns.timestamptz(told.map(i => i.told_at)),
  ]
  return [{ name: 'drivers identified', text: INSERT, values }, markStatement(told)]
}

const SELECT_STORED = `select (extract(epoch from at) * 1000)::float8 as at, ibutton_key, (extract(epoch from told_at) * 1000)::float8 as told_at
  from driver_identifications where vehicle_id = $1 and told_at >= $2 and ($3::timestamptz is null or told_at < $3)`

export const settlement: Settlement<'driver_identified'> = {
  effects: ['driver_identified'],
  kind: () => 'driver_card',
  write: emitted => insertStatements(identificationsOf(emitted)),
  async rewrite(client, { vehicle_id, from, to, emitted }) {
    const { rows } = await client.query<Omit<Identification, 'vehicle_id'>>({
      name: 'identifications kept',
      text: SELECT_STORED,
      values: [vehicle_id, new Date(Math.max(from, 0)), to === null ? null : new Date(to)],
    })
    const derived = identificationsOf(emitted)
    const isSame = (a: Omit<Identification, 'vehicle_id'>, b: typeof a) =>
      a.at === b.at && a.ibutton_key === b.ibutton_key && a.told_at === b.told_at
    const gone = rows.filter(kept => !derived.some(d => isSame(d, kept)))
    const fresh = derived.filter(d => !rows.some(kept => isSame(d, kept)))
    if (gone.length + fresh.length === 0) return []
    await client.query(
      'delete from driver_identifications where vehicle_id = $1 and at = any($2::timestamptz[])',
      [vehicle_id, gone.map(g => new Date(g.at))],
    )
    await send(client, [
      ...insertStatements(fresh),
      ...(gone.length === 0 ? [] : [markStatement(gone.map(({ at }) => ({ vehicle_id, at })))]),
    ])
    return ['driver_card']
  },
}

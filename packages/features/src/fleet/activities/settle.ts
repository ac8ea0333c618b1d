// Stores which card identified the driver of each drive. `jobs.ts` derives the activities afterwards, because they also depend on the driver's other vehicles and on entered activities.

import type { EmittedEffect } from '@flotta/core/derivation.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
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
  /** Time of the record that reported the card. */
  readonly told_at: number
}
/** The identifications. Of several effects at one instant the last one counts. */
function identificationsOf(
  effects: readonly EmittedEffect<'driver_identified'>[],
): Identification[] {
  const byKey = new Map<string, Identification>()
  for (const { vehicle_id, by, effect } of effects)
    byKey.set(`${vehicle_id} ${effect.at}`, {
      vehicle_id,
      at: effect.at,
      ibutton_key: effect.ibutton_key,
      told_at: by,
    })
  return [...byKey.values()]
}

const INSERT = `insert into driver_identifications (vehicle_id, at, ibutton_key, told_at)
  select * from unnest($1::int4[], $2::timestamptz[], $3::text[], $4::timestamptz[])
  on conflict (vehicle_id, at) do update set ibutton_key = excluded.ibutton_key, told_at = excluded.told_at, customer_id = null, driver_id = null`
const INSERT_MARKS = `insert into driver_marks (vehicle_id, from_at) select * from unnest($1::int4[], $2::timestamptz[])`

const markStatement = (
  identifications: readonly Pick<Identification, 'vehicle_id' | 'at'>[],
): Statement => ({
  name: 'drivers mark',
  text: INSERT_MARKS,
  values: [
    columns.int4(identifications.map(i => i.vehicle_id)),
    columns.timestamptz(identifications.map(i => i.at)),
  ],
})
function insertStatements(identifications: readonly Identification[]): Statement[] {
  if (identifications.length === 0) return []
  const values = [
    columns.int4(identifications.map(i => i.vehicle_id)),
    columns.timestamptz(identifications.map(i => i.at)),
    columns.text(identifications.map(i => i.ibutton_key)),
    columns.timestamptz(identifications.map(i => i.told_at)),
  ]
  return [{ name: 'drivers identified', text: INSERT, values }, markStatement(identifications)]
}

const SELECT_STORED = `select ${epochMs('at')} as at, ibutton_key, ${epochMs('told_at')} as told_at
  from driver_identifications where vehicle_id = $1 and told_at >= $2 and ($3::timestamptz is null or told_at < $3)`

export const settlement: Settlement<'driver_identified'> = {
  effects: ['driver_identified'],
  kind: () => 'driver_card',
  write: effects => insertStatements(identificationsOf(effects)),
  async rewrite(client, { vehicle_id, from, to, emitted }) {
    const { rows } = await client.query<Omit<Identification, 'vehicle_id'>>({
      name: 'identifications kept',
      text: SELECT_STORED,
      values: [vehicle_id, new Date(Math.max(from, 0)), to === null ? null : new Date(to)],
    })
    const identifications = identificationsOf(emitted)
    const isSame = (a: Omit<Identification, 'vehicle_id'>, b: typeof a) =>
      a.at === b.at && a.ibutton_key === b.ibutton_key && a.told_at === b.told_at
    const removedRows = rows.filter(stored => !identifications.some(d => isSame(d, stored)))
    const fresh = identifications.filter(d => !rows.some(stored => isSame(d, stored)))
    if (removedRows.length + fresh.length === 0) return []
    await client.query(
      'delete from driver_identifications where vehicle_id = $1 and at = any($2::timestamptz[])',
      [vehicle_id, removedRows.map(g => new Date(g.at))],
    )
    await send(client, [
      ...insertStatements(fresh),
      ...(removedRows.length === 0
        ? []
        : [markStatement(removedRows.map(({ at }) => ({ vehicle_id, at })))]),
    ])
    return ['driver_card']
  },
}

// Stores each switch of a device's private mode. A replay replaces the stored switches of its period.

import type { EmittedEffect } from '@flotta/core/derivation.ts'
import { columns } from '@flotta/platform/columns.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'
import { type Statement, send } from '@flotta/platform/transaction.ts'
import './tables.ts'

declare module '@flotta/core/derivation.ts' {
  interface Effects {
    private_switch: { readonly at: number; readonly is_private: boolean }
  }
}
interface ModeSwitch {
  readonly vehicle_id: number
  readonly at: number
  readonly is_private: boolean
}
/** The switches of private mode; of several at one instant the last counts. */
const modeSwitchesOf = (effects: readonly EmittedEffect<'private_switch'>[]): ModeSwitch[] => [
  ...new Map(
    effects.map(({ vehicle_id, effect: { at, is_private } }) => [
      `${vehicle_id} ${at}`,
      { vehicle_id, at, is_private },
    ]),
  ).values(),
]
const INSERT = `insert into private_switches (vehicle_id, at, is_private) select * from unnest($1::int4[], $2::timestamptz[], $3::boolean[])
  on conflict (vehicle_id, at) do update set is_private = excluded.is_private`
const insertStatements = (turns: readonly ModeSwitch[]): Statement[] =>
  turns.length === 0
    ? []
    : [
        {
          name: 'private switches put',
          text: INSERT,
          values: [
            columns.int4(turns.map(t => t.vehicle_id)),
            columns.timestamptz(turns.map(t => t.at)),
            turns.map(t => t.is_private),
          ],
        },
      ]
const SELECT_STORED = `select vehicle_id, ${epochMs('at')} as at, is_private from private_switches
  where vehicle_id = $1 and at >= $2 and ($3::timestamptz is null or at < $3)`

export const settlement: Settlement<'private_switch'> = {
  effects: ['private_switch'],
  kind: () => 'private_times',
  write: effects => insertStatements(modeSwitchesOf(effects)),
  async rewrite(client, { vehicle_id, from, to, emitted }) {
    const { rows } = await client.query<ModeSwitch>({
      name: 'private switches kept',
      text: SELECT_STORED,
      values: [vehicle_id, new Date(Math.max(from, 0)), to === null ? null : new Date(to)],
    })
    const switches = modeSwitchesOf(emitted)
    const isSame = (a: ModeSwitch, b: ModeSwitch) => a.at === b.at && a.is_private === b.is_private
    const removedRows = rows.filter(stored => !switches.some(d => d.at === stored.at))
    const fresh = switches.filter(d => !rows.some(stored => isSame(d, stored)))
    if (removedRows.length + fresh.length === 0) return []
    await client.query(
      'delete from private_switches where vehicle_id = $1 and at = any($2::timestamptz[])',
      [vehicle_id, removedRows.map(g => new Date(g.at))],
    )
    await send(client, insertStatements(fresh))
    return ['private_times']
  },
}

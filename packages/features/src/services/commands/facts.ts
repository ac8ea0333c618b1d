// The commands that a vehicle's device has executed, as facts for derivations: the newest of each kind at each time.

import type { ByTime } from '@flotta/core/by-time.ts'
import type { CommandArgs } from '@flotta/core/command.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import './tables.ts'

declare module '@flotta/core/derivation.ts' {
  interface VehicleFacts {
    /** Absent: no command was executed. */
    readonly executed?: readonly ExecutedCommand[]
  }
}
interface ExecutedCommand {
  readonly action: string
  readonly args: CommandArgs
  /** When the device confirmed it, epoch ms. */
  readonly at: number
}
/** Replays never go back further. */
const LOOKBACK = `interval '130 days'`
const EXECUTED_SQL = `select vehicle_id, action, same, args, ${epochMs('changed_at')} as at from commands
  where vehicle_id = any($1) and status = 2 and (changed_at > now() - ${LOOKBACK}
    or id in (select distinct on (vehicle_id, action, same) id from commands where vehicle_id = any($1) and status = 2 order by vehicle_id, action, same, changed_at desc))
  order by vehicle_id, changed_at, id`

export const facts: FactsProvider<'executed'> = {
  unknown: { executed: [] },
  voidedBy: { commands: row => row.vehicle_id },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<
      ExecutedCommand & { readonly vehicle_id: number; readonly same: string }
    >(EXECUTED_SQL, [vehicle_ids])
    const valuesByTime = new Map<
      number,
      { until: number; value: { executed: readonly ExecutedCommand[] } }[]
    >()
    const newest = new Map<number, Map<string, ExecutedCommand>>()
    for (const { vehicle_id, same, ...command } of rows) {
      const entries = valuesByTime.get(vehicle_id) ?? [
        { until: Number.POSITIVE_INFINITY, value: { executed: [] } },
      ]
      const ofVehicle = newest.get(vehicle_id) ?? new Map<string, ExecutedCommand>()
      ofVehicle.set(`${command.action} ${same}`, command)
      const last = entries.at(-1)
      if (last !== undefined) last.until = command.at
      entries.push({
        until: Number.POSITIVE_INFINITY,
        value: { executed: [...ofVehicle.values()] },
      })
      valuesByTime.set(vehicle_id, entries)
      newest.set(vehicle_id, ofVehicle)
    }
    return valuesByTime satisfies ReadonlyMap<
      number,
      ByTime<{ executed: readonly ExecutedCommand[] }>
    >
  },
}

// The parameters of a vehicle's alerts as facts for derivations: ready rules with the time from which each holds.

import type { ByTime } from '@flotta/core/by-time.ts'
import { epochMs } from '@flotta/platform/epoch.ts'
import type { FactsProvider } from '@flotta/platform/facts.ts'
import type { Rule } from '../incidents/rules.ts'
import type { AlertParametersForm } from './contract.ts'
import { ruleFrom, settableAlerts } from './rules.ts'
import './tables.ts'

type Rules = Readonly<Record<number, Rule>>
interface Row extends AlertParametersForm {
  readonly vehicle_id: number
  readonly customer_id: number
  readonly alert_id: number
  readonly timezone: string
  /** Epoch ms since when they hold; null: they hold now. */
  readonly from: number
  readonly to: number | null
}
const SET = `select p.vehicle_id, p.customer_id, p.alert_id::int4 as alert_id, p.active, p.threshold, p.clear, p.dwell_s, p.schedule, p.parked, c.timezone,
    ${epochMs('p.valid_from')} as from, ${epochMs('p.valid_to')} as to
  from alert_parameters p join customers c on c.id = p.customer_id where p.vehicle_id = any($1::int4[]) order by p.vehicle_id`
const settable = new Map(settableAlerts.map(alert => [alert.id, alert]))
const NONE: Rules = {}

interface ParametersRow {
  readonly alert_id: number
  readonly from: number
  readonly to: number
  readonly rule: Rule
}
/** The rules by time: one entry for each period in which none of them changes. */
function byTime(set: readonly ParametersRow[]): ByTime<{ alert_parameters: Rules }> {
  const ends = [
    ...new Set([...set.flatMap(({ from, to }) => [from, to]), Number.POSITIVE_INFINITY]),
  ].sort((a, b) => a - b)
  return ends.map((until, i) => {
    const since = ends[i - 1] ?? Number.NEGATIVE_INFINITY
    const holding = set.filter(({ from, to }) => from <= since && since < to)
    return {
      until,
      value: {
        alert_parameters:
          holding.length === 0
            ? NONE
            : Object.fromEntries(holding.map(({ alert_id, rule }) => [alert_id, rule])),
      },
    }
  })
}

export const facts: FactsProvider<'alert_parameters'> = {
  unknown: { alert_parameters: NONE },
  voidedBy: { alert_parameters: row => row.vehicle_id, customers: () => undefined },
  async load(client, vehicle_ids) {
    const { rows } = await client.query<Row>(SET, [vehicle_ids])
    const parametersOfVehicle = new Map<number, ParametersRow[]>()
    for (const { vehicle_id, customer_id, alert_id, timezone, from, to, ...form } of rows) {
      const alert = settable.get(alert_id)
      if (alert === undefined) continue
      const rowsOfVehicle = parametersOfVehicle.get(vehicle_id) ?? []
      parametersOfVehicle.set(vehicle_id, rowsOfVehicle)
      rowsOfVehicle.push({
        alert_id,
        from,
        to: to ?? Number.POSITIVE_INFINITY,
        rule: ruleFrom(alert, form, timezone, customer_id),
      })
    }
    return new Map(
      [...parametersOfVehicle].map(([id, rowsOfVehicle]) => [id, byTime(rowsOfVehicle)]),
    )
  },
}

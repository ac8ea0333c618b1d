// The limit of a rule: the number beyond which its alert is told, over the vehicles that the rule is of. Pure.
import type { VehicleType } from '../../fleet/vehicles/contract.ts'
import {
  configurationOf,
  effectiveParameters,
  type SetAlert,
  settableAlerts,
  settableOf,
  USUAL,
} from '../alert-parameters/rules.ts'
import type { RuleLimit } from './contract.ts'

/** What a vehicle says of the limit of an alert: its own number, null where it has none, or its configurations. */
export interface LimitSource {
  readonly vehicle_type: string
  readonly threshold: number | null
  /** null: another company's vehicle, whose configurations are its own affair. */
  readonly configurations: Readonly<Record<string, string>> | null
}
const byId = new Map(settableAlerts.map(alert => [alert.id, alert]))

/** The alerts among these whose limit is a configuration of the vehicle; the names of these configurations. */
export const limitConfigurations = (alert_ids: readonly number[]): string[] => [
  ...new Set(
    alert_ids.flatMap(id => {
      const alert = byId.get(id)
      return alert === undefined ? [] : (configurationOf(alert) ?? [])
    }),
  ),
]

function sideOf({ parameters: { threshold, both_sides, clear } }: SetAlert): RuleLimit['side'] {
  if (threshold !== undefined && 'unit' in threshold && threshold.unit === 'min') return 'longer'
  if (both_sides) return 'apart'
  return clear === 'above' ? 'below' : 'above'
}

/** null: the alert has no limit. */
export function limitOf(alert_id: number, vehicles: readonly LimitSource[]): RuleLimit | null {
  const alert = byId.get(alert_id)
  if (alert?.parameters.threshold === undefined) return null
  const isConfigured = configurationOf(alert) !== null
  // settings of a type are the same for thousands of vehicles
  const usualByType = new Map<string, number | null>()
  let unit = ''
  const usualOf = (vehicle_type: string): number | null => {
    const usual = usualByType.get(vehicle_type)
    if (usual !== undefined) return usual
    const { threshold } = settableOf(alert, vehicle_type as VehicleType)
    unit = threshold?.unit ?? ''
    usualByType.set(vehicle_type, threshold?.default ?? null)
    return threshold?.default ?? null
  }
  let [least, most, unset]: [number | null, number | null, number] = [null, null, 0]
  for (const { vehicle_type, threshold, configurations } of vehicles) {
    if (isConfigured && configurations === null) continue
    const usual = usualOf(vehicle_type)
    const value =
      effectiveParameters(alert, { ...USUAL, threshold }, configurations ?? {}).threshold ?? usual
    if (value === null) unset++
    else {
      least = Math.min(least ?? value, value)
      most = Math.max(most ?? value, value)
    }
  }
  return least === null && unset === 0 ? null : { side: sideOf(alert), unit, least, most, unset }
}

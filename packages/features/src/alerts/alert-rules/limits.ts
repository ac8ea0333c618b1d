// The limit of a rule: the threshold of its alert over all vehicles of the rule. Pure.
import type { VehicleType } from '../../fleet/vehicles/values.ts'
import {
  configurationOf,
  effectiveParameters,
  type SetAlert,
  settableAlerts,
  settableOf,
  USUAL,
} from '../alert-parameters/rules.ts'
import type { RuleLimit } from './contract.ts'

/** The source of an alert's limit on a vehicle: a parameter of its own, null where there is none, or its configurations. */
export interface LimitSource {
  readonly vehicle_type: string
  readonly threshold: number | null
  /** null: another company's vehicle, whose configurations are hidden. */
  readonly configurations: Readonly<Record<string, string>> | null
}
const byId = new Map(settableAlerts.map(alert => [alert.id, alert]))

/** The names of the configurations that are the limits of these alerts. */
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
  // thousands of vehicles of a type share the default
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

// The counters of a vehicle: kilometres with their offset, hours of the engine and of the refrigeration unit.
import type { Access } from '@flotta/core/kinds.ts'
import { maySee } from '../../fleet/access/rules.ts'
import { odometerKm } from '../../fleet/vehicles/rules.ts'
import { readings } from '../../kinds.ts'
import { engineHours } from '../../telemetry/engine/kinds.ts'
import type { LatestEntry } from '../../telemetry/pipeline/latest.ts'
import { visibleReading } from '../../telemetry/pipeline/queries.ts'
import type { Counters } from './rules.ts'

export interface CounterRow {
  /** metres */
  readonly odometer: number | null
  readonly km_offset: number
  /** The time of the last fix, epoch ms. */
  readonly gps: number | null
  readonly latest: Readonly<Record<string, LatestEntry>> | null
}
export const counterColumns = `t.odometer, v.km_offset, date_part('epoch', t.gps_datetime) * 1000 as gps, t.latest`

/** Hours of the refrigeration unit: the sum of its two meters, as far as they report. */
export function fridgeHours({
  hour_meter_fuel,
  hour_meter_electric,
}: Readonly<Partial<Record<'hour_meter_fuel' | 'hour_meter_electric', number | null>>>):
  | number
  | null {
  const meters = [hour_meter_fuel, hour_meter_electric].filter(hours => typeof hours === 'number')
  return meters.length === 0 ? null : meters.reduce((sum, hours) => sum + hours, 0)
}
/** The kind of readings that holds the meters of the refrigeration unit. */
const fridge = readings.find(({ kind }) => kind === 'fridge')

/** The counters that the caller may see. */
export function countersOf(
  { odometer, km_offset, gps, latest }: CounterRow,
  access: Access,
): Counters {
  const unit = fridge === undefined ? null : visibleReading(fridge, latest?.fridge, access)
  return {
    km:
      odometer === null || !maySee('odometer', access, gps)
        ? null
        : odometerKm(odometer, km_offset),
    hours: {
      engine:
        visibleReading(engineHours, latest?.engine_hours, access)?.data.general_hour_meter ?? null,
      fridge: unit === null ? null : fridgeHours(unit.data),
    },
  }
}

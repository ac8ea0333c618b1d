// The pin of one vehicle for the map, with the values of refrigeration where the customer may see them.
import type { Access } from '@flotta/core/kinds.ts'
import { instantOf } from '@flotta/core/time.ts'
import { isPrivate, maySee } from '../../fleet/access/rules.ts'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { OpenAlert } from '../../fleet/vehicles/contract.ts'
import { shownMotion } from '../../fleet/vehicles/status.ts'
import { fridge, temperature } from '../../services/eyecold/kinds.ts'
import { compartmentsOf, sensorsOf, setpoints } from '../../services/eyecold/rules.ts'
import { power } from '../../services/eyepower/measures.ts'
import { generalStatus } from '../../services/eyepower/rules.ts'
import { visibleReading } from '../../telemetry/pipeline/queries.ts'
import type { Pin } from './contract.ts'
import type { PinRow } from './rows.ts'

/** Adds temperatures, setpoints and the number of compartments and sensors, as far as the customer may see them. */
function addCold(pin: Pin, row: PinRow, access: Access): void {
  const cold = visibleReading(temperature, row.temperature, access)
  if (cold !== null) {
    const { T1, T2, T3, T4 } = cold.data
    if (T1 !== null) pin.T1 = T1
    if (T2 !== null) pin.T2 = T2
    if (T3 !== null) pin.T3 = T3
    if (T4 !== null) pin.T4 = T4
  }
  const unit = visibleReading(fridge, row.fridge, access)
  if (unit !== null) {
    if (unit.data.overall_status !== null) pin.overall_status = unit.data.overall_status
    for (const name of setpoints) {
      const celsius = unit.data[name]
      if (celsius !== null) pin[name] = celsius
    }
  }
  if (
    access.agreements.includes(agreement.eyecold) ||
    access.agreements.includes(agreement.fridge)
  ) {
    if (row.sensors !== null)
      pin.fridge_temperature_sensors_number = sensorsOf({
        fridge_temperature_sensors_number: row.sensors,
      })
    if (row.compartments !== null)
      pin.fridge_compartments_number = compartmentsOf({
        fridge_compartments_number: row.compartments,
      })
  }
}

export function pinOf(
  row: PinRow,
  access: Access,
  alerts: OpenAlert[] | undefined,
  status: Pin['status'],
): Pin {
  const motion = shownMotion(row, access)
  const pin: Pin = {
    id: row.vehicle_id,
    vehicle_id: row.vehicle_id,
    plate: row.plate,
    vehicle_type: row.vehicle_type,
    status,
    motion: motion?.motion ?? null,
    motion_since: motion?.motion_since ?? null,
  }
  if (row.serial !== null) pin.serial = row.serial
  if (row.model !== null) pin.model = row.model
  if (row.color !== null) pin.color = row.color
  if (row.vehicle_subtype !== null) pin.vehicle_subtype = row.vehicle_subtype
  if (row.fleet_id !== null) pin.fleet_id = row.fleet_id
  if (row.unit_code !== null) pin.unit_code = row.unit_code
  if (row.last_message !== null) pin.message_datetime = instantOf(row.last_message)
  if (isPrivate(access, row.gps)) pin.private = true
  if (maySee('position', access, row.gps)) {
    if (row.latitude_e7 !== null && row.longitude_e7 !== null) {
      pin.latitude = row.latitude_e7 / 1e7
      pin.longitude = row.longitude_e7 / 1e7
      if (row.direction !== null) pin.direction = row.direction
      if (row.speed !== null) pin.speed = row.speed
    }
    if (row.gps !== null) pin.gps_datetime = instantOf(row.gps)
    if (row.moving !== null) pin.moving = row.moving
    if (row.last_ignition !== null && maySee('ignition', access, row.gps))
      pin.ignition = row.last_ignition
  }
  addCold(pin, row, access)
  const supply = generalStatus(
    visibleReading(power, row.power, access)?.data.external_voltage ?? null,
  )
  if (supply !== null) pin.general_status = supply
  if (alerts !== undefined) pin.active_alerts = alerts
  if (access.agreements.length > 0) pin.active_agreements = [...access.agreements]
  return pin
}

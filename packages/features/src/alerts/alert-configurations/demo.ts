// Alert configurations of the demo company: the cold chain's desk for every refrigerated vehicle, the workshop for the trucks' power, the manager for speeding. One address is wrong, so that a failed delivery can be seen.
import { randomUUID } from 'node:crypto'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import '../deliveries/tables.ts'
import type { Seed } from '../../seed.ts'
import './tables.ts'

const EMAIL = 1
const [SPEED, TEMPERATURE, OFF, UNIT, VOLTAGE, FGAS] = [1, 2, 4, 7, 36, 21]

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const configurationRow = (vehicle_id: number, alert_id: number, destination: string) => ({
    customer_id: owner,
    vehicle_id,
    alert_id,
    alert_channel_id: EMAIL,
    destination,
    language: 'it' as const,
    user_id,
    created_at: new Date(now - 40 * 24 * HOUR),
    updated_at: new Date(now - 40 * 24 * HOUR),
  })
  const cold = vehicles.filter(v => v.setpoint !== null)
  const trucks = vehicles.filter(v => v.vehicle_type === 'T')
  const configurations = await tx
    .insertInto('alert_configurations')
    .values([
      ...cold.flatMap(v => [
        configurationRow(v.id, TEMPERATURE, 'freddo@autotrasporti.example'),
        configurationRow(v.id, UNIT, 'freddo@autotrasporti.example'),
      ]),
      ...cold
        .slice(0, 3)
        .map(v => configurationRow(v.id, OFF, 'turno.notte@autotrasporti.example')),
      ...cold.slice(0, 1).map(v => configurationRow(v.id, FGAS, 'qualita@autotrasprti.example')),
      ...trucks
        .slice(0, 5)
        .flatMap(v => [
          configurationRow(v.id, VOLTAGE, 'officina@autotrasporti.example'),
          configurationRow(v.id, SPEED, 'giulia.ferrari@autotrasporti.example'),
        ]),
    ])
    .returning(['id', 'vehicle_id', 'alert_id', 'alert_channel_id', 'destination'])
    .execute()
  const deliveryRow = (one: (typeof configurations)[number], ago: number, isFailed: boolean) => ({
    customer_id: owner,
    vehicle_id: one.vehicle_id,
    incident_id: randomUUID(),
    alert_id: one.alert_id,
    configuration_id: one.id,
    alert_channel_id: one.alert_channel_id,
    destination: one.destination,
    language: 'it' as const,
    state: isFailed ? ('failed' as const) : ('sent' as const),
    fault: isFailed ? ('refused' as const) : null,
    created_at: new Date(now - ago - MINUTE),
    told_at: new Date(now - ago - MINUTE),
    ended_at: new Date(now - ago),
    reported: true,
  })
  await tx
    .insertInto('deliveries')
    .values([
      ...configurations
        .filter(c => c.alert_id === TEMPERATURE || c.alert_id === SPEED)
        .map((c, i) => deliveryRow(c, (i * 7 + 2) * HOUR, false)),
      ...configurations.filter(c => c.alert_id === FGAS).map(c => deliveryRow(c, 26 * HOUR, true)),
    ])
    .execute()
}
export default seed

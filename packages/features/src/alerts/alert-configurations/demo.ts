// Whom the demo company tells: the cold chain's desk of every refrigerated vehicle, the workshop of the trucks' power, the manager of speeding; one address is wrong, as one always is.
import { randomUUID } from 'node:crypto'
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import '../deliveries/tables.ts'
import type { Seed } from '../../seed.ts'
import './tables.ts'

const EMAIL = 1
const [SPEED, TEMPERATURE, OFF, UNIT, VOLTAGE, FGAS] = [1, 2, 4, 7, 36, 21]

const seed: Seed = async (tx, { now, owner, user_id, vehicles }) => {
  const of = (vehicle_id: number, alert_id: number, destination: string) => ({
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
  const made = await tx
    .insertInto('alert_configurations')
    .values([
      ...cold.flatMap(v => [
        of(v.id, TEMPERATURE, 'freddo@autotrasporti.example'),
        of(v.id, UNIT, 'freddo@autotrasporti.example'),
      ]),
      ...cold.slice(0, 3).map(v => of(v.id, OFF, 'turno.notte@autotrasporti.example')),
      ...cold.slice(0, 1).map(v => of(v.id, FGAS, 'qualita@autotrasprti.example')),
      ...trucks
        .slice(0, 5)
        .flatMap(v => [
          of(v.id, VOLTAGE, 'officina@autotrasporti.example'),
          of(v.id, SPEED, 'giulia.ferrari@autotrasporti.example'),
        ]),
    ])
    .returning(['id', 'vehicle_id', 'alert_id', 'alert_channel_id', 'destination'])
    .execute()
  const told = (one: (typeof made)[number], ago: number, failed: boolean) => ({
    customer_id: owner,
    vehicle_id: one.vehicle_id,
    incident_id: randomUUID(),
    alert_id: one.alert_id,
    configuration_id: one.id,
    alert_channel_id: one.alert_channel_id,
    destination: one.destination,
    language: 'it' as const,
    state: failed ? ('failed' as const) : ('sent' as const),
    fault: failed ? ('refused' as const) : null,
    created_at: new Date(now - ago - MINUTE),
    told_at: new Date(now - ago - MINUTE),
    ended_at: new Date(now - ago),
    reported: true,
  })
  await tx
    .insertInto('deliveries')
    .values([
      ...made
        .filter(c => c.alert_id === TEMPERATURE || c.alert_id === SPEED)
        .map((c, i) => told(c, (i * 7 + 2) * HOUR, false)),
      ...made.filter(c => c.alert_id === FGAS).map(c => told(c, 26 * HOUR, true)),
    ])
    .execute()
}
export default seed

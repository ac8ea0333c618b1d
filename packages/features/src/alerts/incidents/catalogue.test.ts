// The catalogue of alerts: id, code, severity, agreement (alerts.1).
import { expect, test } from 'vitest'
import { agreementIds } from '../../fleet/agreements/contract.ts'
import { serviceOf } from '../../services/services.ts'
import { alertDefinition, alertDefinitions } from './catalogue.ts'
import { SMS_ALERTS } from './contract.ts'

const expectedCatalogue = `1 speed_limit 1 2 · 2 temperature_out_of_range 2 3 · 3 setpoint_out_of_range 1 3 ·
4 cooling_system_off 1 3 · 5 local_unit_override 0 3 · 6 voltage_warning 1 27 · 7 cooling_system_alarm 2 3 · 8 hub_enter 0 2 ·
9 hub_exit 0 2 · 10 poi_enter 0 2 · 11 poi_exit 0 2 · 12 door_open 1 4 · 13 door_siren 2 4 · 14 door_locking 0 4 ·
15 cooling_door_open 1 3 · 16 cap_open 1 5 · 17 fuel_alarm 2 5 · 18 fuel_running_low 1 5 · 20 service 1 22 · 21 fgas 1 23 ·
22 recorder 1 21 · 23 maintenance 1 28 · 24 brake 2 8 · 25 tyres 2 8 · 26 overload 1 8 · 27 sub_agreement_ends 1 104 ·
28 tandt_locked 0 24 · 29 tandt_unlocked 1 24 · 30 tandt_unauthorized 2 24 · 36 voltage_alarm 2 27 · 38 idling 1 2 · 39 area_dwell 0 2 · 40 device_alarm 2 2`

test('the alerts that the services define are exactly those of the catalogue [alerts.1]', () => {
  expect(alertDefinitions.map(d => `${d.id} ${d.code} ${d.severity} ${d.agreement_id}`)).toEqual(
    expectedCatalogue.split('·').map(line => line.trim()),
  )
})
test('each alert stands in the folder of the service that its agreement opens [alerts.2]', () => {
  expect(
    alertDefinitions.filter(d => serviceOf(d.owner)?.agreements.includes(d.agreement_id) !== true),
  ).toEqual([])
})
test('every alert requires an agreement that exists', () => {
  expect(alertDefinitions.filter(d => !agreementIds.includes(d.agreement_id))).toEqual([])
})
test('only alarms may be sent by SMS [alert-configurations.17]', () => {
  expect(SMS_ALERTS.map(id => alertDefinition(id)?.severity)).toEqual([2, 2, 2])
})

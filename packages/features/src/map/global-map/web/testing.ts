// Pins and answers for the tests of the map's screen.
import { answering, stopClock } from '@flotta/ui/testing.tsx'
import { all as alertsAll } from '../../../alerts/incidents/contract.ts'
import { fleets } from '../../../fleet/fleets/contract.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { about } from '../../../people/auth/about.ts'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { type Area, hubs, pois } from '../../areas/contract.ts'
import { type Pin, pins } from '../contract.ts'

export const ago = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString()
const alertAt = (alert_id: number) => ({ alert_id, customer_id: null, created_at: ago(4) })

export const truck: Pin = {
  id: 1,
  vehicle_id: 1,
  plate: 'FR 123 KL',
  vehicle_type: 'T',
  status: 1,
  motion: null,
  motion_since: null,
  fleet_id: 7,
  latitude: 44.8,
  longitude: 10.3,
  moving: true,
  speed: 84,
  direction: 42,
  message_datetime: ago(2),
  gps_datetime: ago(2),
  active_agreements: [2, 3],
  active_alerts: [alertAt(36), alertAt(1)],
  T1: -18.4,
}
/** Stops the clock `after` ms after the truck's newest message until the test ends. */
export const stopClockAfter = (after: number): void =>
  stopClock(Date.parse(truck.message_datetime ?? '') + after)
export const van: Pin = {
  id: 2,
  vehicle_id: 2,
  plate: 'GA 777 AA',
  vehicle_type: 'V',
  status: 0,
  motion: null,
  motion_since: null,
  latitude: 45,
  longitude: 9,
  moving: false,
  message_datetime: ago(120),
  gps_datetime: ago(120),
  active_agreements: [2],
}
export const newcomer: Pin = {
  id: 3,
  vehicle_id: 3,
  plate: 'ZZ 999 ZZ',
  vehicle_type: 'U',
  status: 2,
  motion: null,
  motion_since: null,
}

export const hub: Area = {
  id: 5,
  name: 'Interporto di Parma',
  code: 'PR1',
  color: '#2e51bb',
  radius: 400,
  latitude: 44.86,
  longitude: 10.22,
  shape: { type: 'circle' },
  address: 'Strada dei Mercati 1',
  city: 'Fontevivo',
  zip_code: null,
}
export const poi: Area = { ...hub, id: 6, name: 'Officina', code: 'OFF', address: null, city: null }

export const vehicleOf = (pin: Pin, some: Partial<Vehicle> = {}): Vehicle => ({
  id: pin.id,
  plate: pin.plate,
  serial: 'SN-1',
  model: 'S-Way',
  color: null,
  vehicle_type: pin.vehicle_type,
  vehicle_subtype: null,
  unit_code: 'U-1',
  motion: pin.motion,
  motion_since: pin.motion_since,
  active: 2,
  status: pin.status,
  reporting_interval: pin.reporting_interval ?? 60,
  fleet_id: null,
  customer_id: 1,
  owned: true,
  km_offset: 1200,
  log_interval: 900,
  odometer: 183456,
  ownership_type: 0,
  tire_ownership: 0,
  axles_number: null,
  message_datetime: pin.message_datetime ?? null,
  gps_datetime: pin.gps_datetime ?? null,
  alerts: pin.active_alerts ?? [],
  active_agreements: (pin.active_agreements ?? []).map(agreement_id => ({
    agreement_id,
    customer_id: 1,
    code: String(agreement_id),
    active_from: ago(9999),
    active_to: null,
  })),
  configurations: [],
  rent: null,
  tire_rent: null,
  tire_parameters: { max_temp: 75, nominal_pressure: 8, max_pressure: 9 },
  driver_activities: [],
  ...some,
})

/** The answers that every screen with the map needs; `role` is the reader's. */
export const standing = (
  all: Pin[] = [truck, van, newcomer],
  role: 'view' | 'edit' | 'control' = 'edit',
) => [
  answering(pins, all),
  answering(fleets.all, [{ id: 7, code: 'NORD', description: 'Nord Italia', color: '#2e51bb' }]),
  answering(alertsAll, [
    {
      id: 1,
      code: 'speed_limit',
      name: 'Limite di velocità',
      description: '',
      severity: 1,
      agreement_id: 2,
    },
    {
      id: 36,
      code: 'voltage_alarm',
      name: 'Allarme tensione',
      description: '',
      severity: 2,
      agreement_id: 27,
    },
  ]),
  answering(hubs.all, [hub]),
  answering(pois.all, [poi]),
  answering(about, {
    name: 'Flotta',
    version: '1',
    demo: null,
    satellite: false,
    map: { max_zoom: 11, style: false, public_style: null },
    places: 'towns',
    tracker_port: 5000,
    contact: 'info@example.com',
  }),
  ...signedInAs(role),
]

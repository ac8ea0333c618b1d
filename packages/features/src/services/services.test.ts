// Services are found by their folders, each complete and once.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alertDefinitions } from '../alerts/incidents/catalogue.ts'
import { agreementIds } from '../fleet/agreements/contract.ts'
import { kindOf } from '../kinds.ts'
import { alertCodesOf } from './service.ts'
import { isOpen, serviceOf, services } from './services.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && /^[a-z]/.test(entry.name))
  .map(entry => entry.name)
const has = (folder: string, file: string) => existsSync(join(import.meta.dirname, folder, file))

test('every folder with a service.ts is a service of the same name, and the blueprint is none', () => {
  expect(services.map(s => s.code).sort()).toEqual(folders.filter(f => has(f, 'service.ts')).sort())
})
test('a folder without a service.ts has no panel', () => {
  const others = folders.filter(f => !has(f, 'service.ts'))
  expect(others.filter(f => has(f, 'panel.tsx') || has(f, 'icon.svg'))).toEqual([])
})
test('the system service comes first and is open to everybody [agreements.2, map.75, services.4]', () => {
  expect(services[0]?.code).toBe('system')
  expect(serviceOf('system')?.agreements).toEqual([])
})
test('the map filters by these features of each service, and other services by their agreement alone [services.44, services.45, map.67]', () => {
  const features = Object.fromEntries(
    services.filter(s => s.features.length > 1).map(s => [s.code, s.features]),
  )
  expect(features).toEqual({
    system: ['all', 'connected', 'standby', 'disconnected', 'idling', 'alarm'],
    eyegeo: ['active', 'speed_limit', 'hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
    eyecold: [
      'active',
      'cooling_system_off',
      'temperature_out_of_range',
      'setpoint_out_of_range',
      'local_unit_override',
      'cooling_system_alarm',
      'cooling_door_open',
    ],
    eyedoor: ['active', 'door_open', 'door_siren', 'door_locking'],
    eyefuel: ['active', 'cap_open', 'fuel_alarm', 'fuel_running_low'],
    eyeway: ['active', 'brake', 'tyres', 'overload'],
    eyeshare: ['active', 'sub_agreement_ends'],
    eyeservice: ['active', 'service', 'fgas', 'recorder', 'maintenance'],
    tandt: ['active', 'tandt_locked', 'tandt_unlocked', 'tandt_unauthorized'],
  })
  expect(services.filter(s => s.features.length === 1).flatMap(s => s.features)).toEqual(
    Array.from({ length: services.length - Object.keys(features).length }, () => 'active'),
  )
})
test('a service has the same alerts on the map, on the dashboard and on its pages', () => {
  const [power, door] = [serviceOf('eyepower'), serviceOf('eyedoor')]
  expect(power && alertCodesOf(power)).toEqual(['voltage_warning', 'voltage_alarm'])
  expect(door && alertCodesOf(door)).toEqual([
    'door_open',
    'door_siren',
    'door_locking',
    'cooling_door_open',
  ])
})
test('the dashboard has a box for each service, with its features [services.46]', () => {
  expect(
    Object.fromEntries(
      services
        .filter(s => s.dashboard_features.length > 0)
        .map(s => [s.code, s.dashboard_features]),
    ),
  ).toEqual({
    eyegeo: ['speed_limit', 'hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
    eyecold: [
      'cooling_system_off',
      'temperature_out_of_range',
      'setpoint_out_of_range',
      'local_unit_override',
      'cooling_system_alarm',
    ],
    eyedoor: ['door_open', 'door_siren', 'door_locking', 'cooling_door_open'],
    eyefuel: ['cap_open', 'fuel_alarm', 'fuel_running_low'],
    eyeservice: ['service', 'fgas', 'recorder'],
    eyeway: ['brake', 'tyres', 'overload'],
    eyeshare: ['sub_agreement_ends'],
    tandt: ['tandt_locked', 'tandt_unlocked', 'tandt_unauthorized'],
  })
})
test('each service has its own place in the order', () => {
  expect(new Set(services.map(s => s.order)).size).toBe(services.length)
})
describe.each(services)('$code', service => {
  test('requires agreements that exist [agreements.3]', () => {
    expect(service.agreements.filter(id => !agreementIds.includes(id))).toEqual([])
  })
  test('shows only declared kinds of data', () => {
    expect(service.kinds.filter(kind => kindOf(kind) === undefined)).toEqual([])
  })
  test('filters only by words that the map knows', () => {
    const general = ['all', 'connected', 'standby', 'disconnected', 'alarm', 'active']
    const alerts = alertDefinitions.map(d => d.code)
    expect(
      [...service.features, ...service.dashboard_features].filter(
        f => !general.includes(f) && !alerts.includes(f),
      ),
    ).toEqual([])
  })
  test('has a picture and a title in four languages [services.42]', () => {
    const folder = join(import.meta.dirname, service.code)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['icon.svg', 'texts']))
    const texts = readdirSync(join(folder, 'texts')).sort()
    expect(texts).toEqual(['de.json', 'en.json', 'es.json', 'it.json'])
    for (const file of texts)
      expect(JSON.parse(readFileSync(join(folder, 'texts', file), 'utf8')).title).toMatch(/\w/)
  })
})
test.each<[string, string, number[], boolean]>([
  ['a service that needs no agreement is open', 'system', [], true],
  ['a service is open with its agreement [access.37]', 'eyegeo', [2], true],
  ['a service is closed with another agreement [access.38]', 'eyegeo', [3], false],
])('%s', (_, code, held, expected) => {
  const service = serviceOf(code)
  expect(service !== undefined && isOpen(service, held)).toBe(expected)
})

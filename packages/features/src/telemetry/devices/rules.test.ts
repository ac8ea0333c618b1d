// When the silence of a device is longer than usual, as a table.
import { expect, test } from 'vitest'
import type { ConnectionFacts } from '../../fleet/vehicles/rules.ts'
import { byTrouble, type DeviceHealth, firmwareOf, hasTrouble, silentSince } from './rules.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const MIN = 60_000
const silent = (more: Partial<ConnectionFacts>): number | null => {
  const facts: ConnectionFacts = {
    connection_open: false,
    last_seen_at: null,
    last_message_at: null,
    ignition: true,
    reporting_interval: 60,
    ...more,
  }
  const since = silentSince(facts, NOW)
  return since === null ? null : Math.round((NOW - since) / MIN)
}
test.each<[string, Partial<ConnectionFacts>, number | null]>([
  ['a device without any message is not silent, because it never began', {}, null],
  [
    'within three of its intervals is usual',
    { reporting_interval: 600, last_message_at: NOW - 30 * MIN },
    null,
  ],
  [
    'after three of its intervals is silence',
    { reporting_interval: 600, last_message_at: NOW - 31 * MIN },
    1,
  ],
  [
    '5 minutes are usual, however short its interval',
    { reporting_interval: 10, last_message_at: NOW - 5 * MIN },
    null,
  ],
  [
    'more than 5 minutes are silence',
    { reporting_interval: 10, last_message_at: NOW - 7 * MIN },
    2,
  ],
  ['the ignition unknown counts as on', { ignition: null, last_message_at: NOW - 10 * MIN }, 5],
  [
    'asleep with the ignition off, 25 hours are usual',
    { ignition: false, last_message_at: NOW - 25 * 60 * MIN },
    null,
  ],
  [
    'more than 25 hours asleep are silence',
    { ignition: false, last_message_at: NOW - 26 * 60 * MIN },
    60,
  ],
  [
    'an open connection without messages is silent',
    { connection_open: true, last_seen_at: NOW, last_message_at: NOW - 10 * MIN },
    5,
  ],
  ['a message of the near future is no silence', { last_message_at: NOW + 5 * MIN }, null],
])('%s', (_, facts, expected) => {
  expect(silent(facts)).toBe(expected)
})

test.each([
  ['Ver:03.27.07_00 GPS:AXN_5.1.9 Hw:FMB120 Mod:1', '03.27.07_00'],
  ['ver: 1.2', '1.2'],
  ['Server:1', null],
  ['OK', null],
])('%j names the firmware %j', (reply, version) => expect(firmwareOf(reply)).toBe(version))

test('devices in trouble come first', () => {
  const unit = (plate: string, more: Partial<DeviceHealth> = {}): DeviceHealth => ({
    plate,
    status: 1,
    message_datetime: '2026-11-20T11:59:00Z',
    silent_since: null,
    ...more,
  })
  const units = [
    unit('FINE2'),
    unit('FINE1'),
    unit('ASLEEP', { status: 0 }),
    unit('GONE', { status: 2 }),
    unit('NEVER', { status: 2, message_datetime: null }),
    unit('SILENT', { status: 2, silent_since: '2026-11-20T11:00:00Z' }),
    unit('LONGEST', { status: 1, silent_since: '2026-11-19T11:00:00Z' }),
  ]
  expect(units.toSorted(byTrouble).map(u => u.plate)).toEqual([
    'LONGEST',
    'SILENT',
    'NEVER',
    'GONE',
    'ASLEEP',
    'FINE1',
    'FINE2',
  ])
  expect(units.filter(hasTrouble).map(u => u.plate)).toEqual(['NEVER', 'SILENT', 'LONGEST'])
})

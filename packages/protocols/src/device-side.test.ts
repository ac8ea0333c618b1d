// The decoders understand the simulated devices: every protocol's record comes back with its time, place and answer.

import { profileReader } from '@flotta/core/profile-reader.ts'
import type { Fix } from '@flotta/core/telemetry.ts'
import { expect, test } from 'vitest'
import type { DeviceRecord } from './device-side.ts'
import { deviceSides } from './device-sides.ts'
import { protocols } from './protocols.ts'
import { answerOf, cut, decodeAll } from './testing.ts'

const fix: Fix = {
  latitude_e7: 454_634_400,
  longitude_e7: 91_877_800,
  altitude: 120,
  direction: 187,
  speed: 62,
  satellites: 9,
}
const south: Fix = { ...fix, latitude_e7: -339_999_990, longitude_e7: -705_999_990 }
const record = (place: Fix): DeviceRecord => ({
  at: Date.UTC(2026, 10, 22, 10),
  fix: place,
  ignition: true,
  power: 24.3,
  odometer: 682_815,
})
const DEVICE = '352094081452251'
/** The readings of ignition and supply; the other protocols have no such field, or leave it to the wiring. */
const READINGS: Readonly<Record<string, object>> = {
  gt06: { ignition: 1, odometer: 682_815 },
  ruptela: { ignition: 1, power: 24.3 },
  jt808: { ignition: 1, power: 24.3, odometer: 682_800 },
  h02: { ignition: 1 },
  wialon: { ignition: 1, power: 24.3 },
  queclink: { ignition: 1, power: 24.3, odometer: 682_800 },
  coban: { ignition: 1 },
  meitrack: { in2: 1, power: 24.3, odometer: 682_815 },
}
const names = [...deviceSides.keys()]

test('the device side of each protocol is found in its folder', () =>
  expect(names).toEqual(expect.arrayContaining(['gt06', 'jt808', 'queclink', 'ruptela'])))

test.each(names.flatMap(name => [[name, fix] as const, [name, south] as const]))(
  'the server understands a record that the device side of %s writes [protocols.52]',
  (name, place) => {
    const protocol = protocols.find(p => p.name === name)
    const side = deviceSides.get(name)
    if (protocol?.tcp === undefined || side === undefined) throw new Error(name)
    const device_id = side.nameOf?.(DEVICE) ?? DEVICE
    const sayings = [
      ...(side.signIn ? [side.signIn(device_id, 1)] : []),
      side.record(device_id, record(place), 2),
    ]
    const frames = cut(
      protocol.tcp,
      sayings.map(s => s.bytes),
    ).frames
    const decoded = decodeAll(protocol.tcp, frames)
    let answers = decoded
      .map(said => (said === 'closed' ? 'closed' : answerOf(said).toString('latin1')))
      .join('')
    for (const { answer } of sayings) {
      const match = answer.exec(answers)
      expect([answers, match?.index]).toEqual([answers, expect.any(Number)])
      answers = answers.slice((match?.index ?? 0) + (match?.[0].length ?? 0))
    }
    const messages = decoded.flatMap(d =>
      d !== 'closed' && d.kind === 'messages' ? d.messages : [],
    )
    expect(messages).toHaveLength(1)
    const [message] = messages
    expect(message?.at).toBe(record(place).at)
    expect((message?.fix?.latitude_e7 ?? 0) / 1e7).toBeCloseTo(place.latitude_e7 / 1e7, 5)
    expect((message?.fix?.longitude_e7 ?? 0) / 1e7).toBeCloseTo(place.longitude_e7 / 1e7, 5)
    expect(message?.fix).toMatchObject({ speed: 62, direction: 187 })
    const profile = protocol.profiles.find(p => p.generic)
    if (profile && message)
      expect(profileReader(profile).read(message.io)).toMatchObject(READINGS[name] ?? {})
  },
)

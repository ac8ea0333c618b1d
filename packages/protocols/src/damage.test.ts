// Frames of every protocol with each of their bits inverted: they may be read or refused, and never cause an exception.
import { expect, test } from 'vitest'
import type { DeviceRecord } from './device-side.ts'
import { deviceSides } from './device-sides.ts'
import { protocols } from './protocols.ts'
import { cut, decodeAll, MAX_FRAME } from './testing.ts'

const IMEI = '352094081452251'
const record: DeviceRecord = {
  at: Date.UTC(2026, 10, 25, 11, 59),
  fix: {
    latitude_e7: 454_634_410,
    longitude_e7: 91_877_810,
    altitude: 120,
    direction: 187,
    speed: 62,
    satellites: 12,
  },
  ignition: true,
  power: 24.3,
  odometer: 1_000_500,
}

test.each([...deviceSides].map(([name, side]) => ({ name, side })))(
  'a turned bit in the bytes of a $name device does no harm [protocols.24]',
  ({ name, side }) => {
    const tcp = protocols.find(protocol => protocol.name === name)?.tcp
    if (tcp === undefined) throw new Error(name)
    const device = side.nameOf?.(IMEI) ?? IMEI
    const stream = Buffer.concat([
      side.signIn?.(device, 1).bytes ?? Buffer.alloc(0),
      side.record(device, record, 2).bytes,
      side.record(device, { ...record, at: record.at + 1_000 }, 3).bytes,
    ])
    for (let bit = 0; bit < stream.length * 8; bit++) {
      const damaged = Buffer.from(stream)
      damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7))
      const { frames, rest } = cut(tcp, [damaged])
      expect(rest.length).toBeLessThanOrEqual(damaged.length)
      for (const outcome of decodeAll(tcp, frames))
        if (outcome !== 'closed' && outcome.kind === 'messages')
          for (const { at, fix } of outcome.messages) {
            expect(Number.isFinite(at)).toBe(true)
            expect(Math.abs(fix?.latitude_e7 ?? 0)).toBeLessThanOrEqual(900_000_000)
            expect(Math.abs(fix?.longitude_e7 ?? 0)).toBeLessThanOrEqual(1_800_000_000)
          }
    }
    // 64 kB without a frame close the connection, or are garbage.
    const noise = Buffer.alloc(MAX_FRAME + 1, 0x41)
    const { isClosed, rest } = cut(tcp, [noise])
    expect(isClosed || rest.length < MAX_FRAME).toBe(true)
  },
)

test.each([...deviceSides].map(([name, side]) => ({ name, side })))(
  'only the $name protocol recognises the first bytes of its devices [protocols.40]',
  ({ name, side }) => {
    const device = side.nameOf?.(IMEI) ?? IMEI
    const { bytes } = side.signIn?.(device, 1) ?? side.record(device, record, 1)
    const speakers = protocols.filter(({ tcp }) => tcp?.begins?.(bytes) === 'yes')
    expect(speakers.map(protocol => protocol.name)).toEqual([name])
  },
)

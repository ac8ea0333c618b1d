// Ruptela frames made for these tests: their content, streams that are cut anywhere, damage and garbage.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crcKermit } from '../checksums.ts'
import {
  bytesOf,
  cut,
  decodeAll,
  faultsOfCuts,
  faultsOfDamage,
  hexOf,
  RECEIVED,
} from '../testing.ts'
import * as decoder from './decode.ts'
import { encode } from './encode.ts'
import { begins } from './frame.ts'
import { ruptela } from './profiles/ruptela.ts'
import protocol from './protocol.ts'

const { tcp } = protocol
if (tcp === undefined) throw new Error('ruptela has a TCP side')
const IMEI = '00014038a6f3ed5b'
const DEVICE = String(BigInt(`0x${IMEI}`))
const ACCEPTED = '0002640113bc'

function frameOf(content: string): Uint8Array {
  const body = bytesOf(IMEI + content)
  const crc = crcKermit(body)
  return Uint8Array.from([body.length >> 8, body.length & 255, ...body, crc >> 8, crc & 255])
}
const decode = (frame: Uint8Array): DecodedFrame => decoder.decode(frame, firstReception(RECEIVED))
const messagesOf = (frame: Uint8Array) => {
  const decoded = decode(frame)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  return decoded.messages.map(m => ({ ...m, values: profileReader(ruptela).read(m.io) }))
}
/** 2026-11-22 10:00:00, Milan, 123.4 m, 187.45°, 12 satellites, 62 km/h, HDOP 0.9. */
const TIME = Math.floor(Date.UTC(2026, 10, 22, 10) / 1000).toString(16)
const PLACE = `0579f150${'1b194a10'}04d249390c003e09`
const COMMON = `${TIME}0000${PLACE}07`
/** Ignition on; 13.27 V; odometer 682,815 m; a key. */
const PARAMETERS = '010501' + '011d33d6' + '0141000a6b3f' + '012201d0408c124969be'
const RECORD = frameOf(`010001${COMMON}${PARAMETERS}`)
const part = (extension: string, parameters: string) =>
  `${TIME}00${extension}00${PLACE}0007${parameters}`
const EXTENDED = frameOf(
  `440002${part('10', '0100050100' + '00' + '00')}${part('11', '00' + '01001d33d6' + '00' + '00')}`,
)
const HEARTBEAT = frameOf('10')

describe('a frame', () => {
  test('of records names its device and is acknowledged as the protocol prescribes', () => {
    const decoded = decode(RECORD)
    expect(decoded).toMatchObject({ kind: 'messages', device_id: DEVICE })
    expect(decoded.kind === 'messages' && hexOf(decoded.ack)).toBe(ACCEPTED)
    const [message] = messagesOf(RECORD)
    expect(new Date(message?.at ?? 0).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(message?.fix).toEqual({
      longitude_e7: 0x0579f150,
      latitude_e7: 0x1b194a10,
      altitude: 123,
      direction: 187,
      satellites: 12,
      speed: 62,
    })
    expect(message?.values).toMatchObject({
      ignition: 1,
      power: 13.27,
      odometer: 682_815,
      hdop: 0.9,
    })
  })
  test('of extended records joins the parts of a record', () => {
    const messages = messagesOf(EXTENDED)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.values).toMatchObject({ ignition: 1, power: 13.27 })
  })
  test('without coordinates has no fix and keeps its sensors', () => {
    const place = `8000000080000000${PLACE.slice(16)}`
    const [message] = messagesOf(frameOf(`010001${TIME}0000${place}07${PARAMETERS}`))
    expect(message?.fix).toBeNull()
    expect(message?.values).toMatchObject({ ignition: 1 })
  })
  test('of a heartbeat and of an identification is answered with its number and 100', () => {
    expect(decode(HEARTBEAT)).toMatchObject({ kind: 'ping', device_id: DEVICE })
    const identification = decode(frameOf('0f4573'))
    expect(identification.kind === 'ping' && hexOf(identification.answer ?? bytesOf(''))).toBe(
      '00027301cb25',
    )
  })
  test('of trouble codes has a record for each', () => {
    const code = `ff${TIME}0579f1501b194a1001${Buffer.from('P0010').toString('hex')}`
    expect(messagesOf(frameOf(`0901${code}`))).toMatchObject([
      { fix: null, values: { dtc_codes: 'P0010' } },
    ])
  })
  test('of an answer has its text', () =>
    expect(decode(frameOf(`07${Buffer.from('SETIO ok').toString('hex')}`))).toMatchObject({
      kind: 'reply',
      replies: [{ text: 'SETIO ok' }],
    }))
  test.each([
    ['of a wrong checksum', Uint8Array.from(RECORD, (b, i) => (i === 20 ? b ^ 1 : b))],
    ['of more records than its count', frameOf(`010002${COMMON}${PARAMETERS}`)],
    ['of fewer records than its count', frameOf(`010000${COMMON}${PARAMETERS}`)],
    ['of trouble codes that are cut', frameOf('0902ff')],
  ])('%s is refused', (_, frame) => expect(decode(frame)).toMatchObject({ kind: 'refused' }))
})

describe('a stream', () => {
  const frames = [HEARTBEAT, RECORD, EXTENDED]
  test('gives the same frames wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test.each(frames.map(frame => [hexOf(frame), frame] as const))(
    'with any bit of %s turned over gives no wrong record',
    (_, frame) => expect(faultsOfDamage(tcp, frame, HEARTBEAT)).toEqual([]),
  )
  test('of random bytes gives only the errors of frames, and never loops', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        decodeAll(tcp, cut(tcp, [bytes]).frames)
      }),
    )
  })
  test.each([
    ['', 'more'],
    ['0051', 'more'],
    ['00510003', 'yes'],
    ['000f3335', 'no'],
    ['00000000', 'no'],
    ['78780d01', 'no'],
  ])('that begins with %s: %s', (hex, expected) => expect(begins(bytesOf(hex))).toBe(expected))
})

test('a command is a frame of its own, and a text that cannot be carried gives none', () => {
  expect(hexOf(encode(' Setio 2,1') ?? bytesOf(''))).toBe('000b6c20536574696f20322c31eb3e')
  expect(encode('perché')).toBeNull()
  expect(encode('x'.repeat(161))).toBeNull()
})

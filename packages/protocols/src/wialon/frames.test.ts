// Lines of Wialon IPS: their content, streams that are cut anywhere, damage and garbage.

import { profileReader } from '@flotta/core/profile-reader.ts'
import type { DecodedFrame, Memory } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crcArc } from '../checksums.ts'
import { cut, decodeAll, faultsOfCuts, faultsOfDamage, plainIo, RECEIVED } from '../testing.ts'
import { datagramBegins, decode, decodeDatagram } from './decode.ts'
import { encode } from './encode.ts'
import { begins } from './frame.ts'
import { wialon } from './profiles/wialon.ts'
import protocol from './protocol.ts'

const { tcp } = protocol
if (tcp === undefined) throw new Error('wialon has a TCP side')

const summed = (type: string, message: string) =>
  `#${type}#${message}${crcArc(Buffer.from(message)).toString(16).toUpperCase()}\r\n`
const decodedOf = (text: string, memory: Memory = {}): DecodedFrame =>
  decode(Buffer.from(text), { at: RECEIVED, memory })
const record = (text: string, memory: Memory = {}) => {
  const decoded = decodedOf(text, memory)
  if (decoded.kind !== 'messages') throw new Error(JSON.stringify(decoded))
  const [message] = decoded.messages
  if (message === undefined) throw new Error('no record')
  return { ...message, io: plainIo(message.io), values: profileReader(wialon).read(message.io) }
}
const answerOf = (decoded: DecodedFrame): string => {
  const bytes =
    decoded.kind === 'login'
      ? decoded.accept
      : decoded.kind === 'ping'
        ? decoded.answer
        : decoded.kind === 'garbage'
          ? undefined
          : decoded.ack
  return Buffer.from(bytes ?? []).toString('latin1')
}
const SHORT = '251126;115900;4527.8064;N;00911.2668;E;62;187;120;9'
const LONG = `${SHORT};0.8;5;1;14.77,NA,3.6;AB45DF01;pwr_ext:2:24.31,nome è:3:sì,big:1:123456789012`
const V2: Memory = { version: 2 }

describe('a line', () => {
  test('signs a device in, in either version', () => {
    expect(decodedOf('#L#352094081452251;NA\r\n')).toMatchObject({
      device_id: '352094081452251',
      memory: { version: 1 },
    })
    const second = decodedOf(summed('L', '2.0;any-name;NA;'))
    expect(second).toMatchObject({ device_id: 'any-name', memory: V2 })
    expect(answerOf(second)).toBe('#AL#1\r\n')
    expect(decodedOf('#L#352094081452251;NA\r\n')).toMatchObject({ password: '' })
    const secret = decodedOf(summed('L', '2.0;any-name;Sesamo1;'))
    expect(secret).toMatchObject({ password: 'Sesamo1' })
    expect(secret.kind === 'login' && Buffer.from(secret.refuse_password ?? []).toString()).toBe(
      '#AL#01\r\n',
    )
  })
  test('of a sign-in with a wrong checksum is answered even to a stranger', () => {
    const wrong = decodedOf('#L#2.0;42001300083;;CE45\r\n')
    expect(wrong).toMatchObject({ kind: 'refused', stranger: true })
    expect(answerOf(wrong)).toBe('#AL#10\r\n')
  })
  test('is a record of the short form [protocols.41]', () => {
    const { at, fix, io } = record(`#SD#${SHORT}\r\n`)
    expect(new Date(at).toISOString()).toBe('2026-11-25T11:59:00.000Z')
    expect(fix).toEqual({
      latitude_e7: 454_634_400,
      longitude_e7: 91_877_800,
      altitude: 120,
      direction: 187,
      speed: 62,
      satellites: 9,
    })
    expect(io).toEqual({})
  })
  test('is a record of the long form, whose parameters keep their names [protocols.41]', () => {
    const { io, values } = record(summed('D', `${LONG};`), V2)
    expect(io).toMatchObject({ 'nome è': 'sì', big: '123456789012', inputs: '5', adc1: '14.77' })
    expect(values).toMatchObject({
      power: 24.31,
      hdop: 0.8,
      in1: 1,
      in2: 0,
      in3: 1,
      out1: 1,
      adc1: 14.77,
      adc3: 3.6,
      ibutton: 'AB45DF01',
    })
    expect(values).not.toHaveProperty('adc2')
  })
  test('without a time has the time of its receipt, and without a place none [protocols.33]', () => {
    const { at, fix, values } = record('#SD#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA\r\n')
    expect([at, fix]).toEqual([RECEIVED, null])
    expect(values).toEqual({ receipt_time: 1 })
    expect(record('#SD#251126;115900;4527.8064;NA;00911.2668;E;0;0;0;0\r\n').fix).toBeNull()
    expect(record('#SD#251126;115900;0000.0000;N;00000.0000;E;0;0;0;0\r\n').fix).toBeNull()
  })
  test('with south and west has negative degrees', () =>
    expect(record('#SD#251126;115900;4527.8064;S;00911.2668;W;0;0;0;0\r\n').fix).toMatchObject({
      latitude_e7: -454_634_400,
      longitude_e7: -91_877_800,
    }))
  test.each([
    ['#SD#251126;115900;4527.8064;N;00911.2668;E;62;187;120\r\n', '#ASD#-1\r\n'],
    ['#SD#311126;115900;4527.8064;N;00911.2668;E;62;187;120;9\r\n', '#ASD#0\r\n'],
    ['#SD#251126;115960;4527.8064;N;00911.2668;E;62;187;120;9\r\n', '#ASD#0\r\n'],
    ['#SD#251126;115900;9127.8064;N;00911.2668;E;62;187;120;9\r\n', '#ASD#10\r\n'],
    ['#SD#251126;115900;4527.8064;X;00911.2668;E;62;187;120;9\r\n', '#ASD#10\r\n'],
    ['#SD#251126;115900;4527.8064;N;00911.2668;E;fast;187;120;9\r\n', '#ASD#11\r\n'],
    ['#SD#251126;115900;4527.8064;N;00911.2668;E;62;187;120;many\r\n', '#ASD#12\r\n'],
    [`#SD#${SHORT};0000\r\n`, '#ASD#13\r\n'],
    [`#D#${LONG};0000\r\n`, '#AD#16\r\n'],
  ])('%s is refused: %s', (text, answer) => {
    const decoded = decodedOf(text)
    expect(decoded.kind).toBe('refused')
    expect(answerOf(decoded)).toBe(answer)
  })
  test('of version 2 without its checksum is refused', () =>
    expect(decodedOf(`#SD#${SHORT}\r\n`, V2).kind).toBe('refused'))
  test('of a black box has many records', () => {
    const box = decodedOf(`#B#${SHORT}|${LONG}|\r\n`)
    expect(box).toMatchObject({ kind: 'messages', messages: [{}, {}] })
    expect(answerOf(box)).toBe('#AB#2\r\n')
    expect(answerOf(decodedOf(summed('B', `${SHORT}|`), V2))).toBe('#AB#1\r\n')
    expect(decodedOf(`#B#${SHORT}|00\r\n`, V2).kind).toBe('refused')
  })
  test.each([
    ['#P#\r\n', '#AP#\r\n'],
    ['#M#hello\r\n', '#AM#1\r\n'],
  ])('%s is answered %s', (text, answer) => expect(answerOf(decodedOf(text))).toBe(answer))
})

describe('a picture', () => {
  const pixels = Buffer.from('#SD#\r\n\x00\xff#', 'latin1')
  const block = (n: number, last: number, end = '') =>
    Buffer.concat([
      Buffer.from(`#I#${pixels.length};${n};${last};221126;100000;cabin.jpg${end}\r\n`),
      pixels,
    ])
  const answered = (frame: Uint8Array, memory: Memory = {}) =>
    answerOf(decode(frame, { at: RECEIVED, memory }))
  const sumOf = (bytes: Uint8Array) => crcArc(bytes).toString(16).toUpperCase()
  const head = `${pixels.length};0;2;221126;100000;cabin.jpg;`

  test('is answered block by block, and as a whole at its last block [protocols.77]', () => {
    expect(answered(block(0, 2))).toBe('#AI#0;1\r\n')
    expect(answered(block(2, 2))).toBe('#AI#1\r\n')
  })
  test('of version 2 has a checksum of its line or of its bytes, and a wrong one is refused [protocols.77]', () => {
    for (const sum of [sumOf(Buffer.from(head)), sumOf(pixels)])
      expect(answered(block(0, 2, `;${sum}`), V2)).toBe('#AI#0;1\r\n')
    const wrong = decode(block(0, 2, ';0001'), { at: RECEIVED, memory: V2 })
    expect([wrong.kind, answerOf(wrong)]).toEqual(['refused', '#AI#0;01\r\n'])
    expect(answered(block(0, 2), V2)).toBe('#AI#0\r\n')
  })
  test('without the number of its block is refused [protocols.77]', () =>
    expect(answered(Buffer.from('#I#5;x;2\r\n'))).toBe('#AI#0\r\n'))
  test('is cut by its number of bytes, whatever they are [protocols.77]', () => {
    const next = Buffer.from(`#SD#${SHORT}\r\n`)
    expect(faultsOfCuts(tcp, [Buffer.from('#L#1;NA\r\n'), block(0, 1), block(1, 1), next])).toEqual(
      [],
    )
  })
  test('with a size beyond any frame ends the connection', () => {
    const { isClosed } = cut(tcp, [Buffer.from('#I#99999999;0;1;221126;100000;x\r\n')], 65_536)
    expect(isClosed).toBe(true)
  })
})

describe('a stream', () => {
  const lines = [summed('L', '2.0;352094081452251;NA;'), summed('SD', `${SHORT};`), '#P#\r\n']
  const frames = lines.map(text => Buffer.from(text))
  test('gives the same lines wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test('with any bit turned over behind its sign-in gives no wrong record [protocols.37]', () => {
    const damaging = {
      ...tcp,
      decode: (frame: Uint8Array) => decode(frame, { at: RECEIVED, memory: V2 }),
    }
    const record = Buffer.from(summed('SD', `${SHORT};`))
    const faults = faultsOfDamage(damaging, Buffer.from(summed('D', `${LONG};`)), record)
    expect(faults).toEqual([])
  })
  test('of any bytes does no harm', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...frames), fc.uint8Array({ maxLength: 60 })), {
          maxLength: 12,
        }),
        chunks => {
          const { frames: units, rest } = cut(tcp, chunks, 1_024)
          decodeAll(tcp, units)
          return rest.length <= 1_024 + 80
        },
      ),
      { seed: 21, numRuns: 500 },
    ))
})

describe('a datagram', () => {
  const reception = { at: RECEIVED, memory: {} }
  test.each([`352094081452251#SD#${SHORT}\r\n`, `2.0;352094081452251${summed('SD', `${SHORT};`)}`])(
    '%s names its device',
    text => {
      expect(datagramBegins(Buffer.from(text))).toBe(true)
      expect(decodeDatagram(Buffer.from(text), reception)).toMatchObject({
        kind: 'messages',
        device_id: '352094081452251',
      })
    },
  )
  test.each(['', '#SD#x', 'name', 'name#L#1;2\r\n'])('%j is no datagram of this protocol', text =>
    expect(() => decodeDatagram(Buffer.from(text), reception)).toThrow('wialon'),
  )
})

test.each([
  ['#', 'more'],
  ['#L', 'more'],
  ['#L#', 'yes'],
  ['##,', 'no'],
  ['GET', 'no'],
])('the protocol recognises a connection that begins with %s: %s', (text, expected) =>
  expect(begins(Buffer.from(text))).toBe(expected),
)

test('a command is a line', () => {
  expect(encode('VER?')).toEqual(Buffer.from('VER?\r\n'))
  expect(encode('')).toBeNull()
  const command = { id: 1, command: 'switch', command_data: { output: 'out2', on: false } }
  expect(wialon.commandText?.(command)).toBe('L2=0')
})

// JT/T 808 frames made for these tests: their content, streams that are cut anywhere, damage and garbage.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { type DecodedFrame, firstReception, type Memory } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { xor8 } from '../checksums.ts'
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
import { STANDARD, VARIANT, withEscapes } from './escape.ts'
import { begins } from './frame.ts'
import { jt808 } from './profiles/jt808.ts'
import protocol from './protocol.ts'

const { tcp } = protocol
if (tcp === undefined) throw new Error('jt808 has a TCP side')
const ID = '013800138000'
const DEVICE = '13800138000'

const frameOf = (message: string, body: string, id = ID, attributes = 0, escapes = STANDARD) => {
  const bytes = bytesOf(body)
  const head = ((bytes.length | attributes) & 0xffff).toString(16).padStart(4, '0')
  const content = bytesOf(`${message}${head}${id}0007${body}`)
  return withEscapes(Uint8Array.from([...content, xor8(content)]), escapes)
}
const word = (value: number): string => value.toString(16).padStart(4, '0')
/** One part of a message; serial numbers are consecutive from 0x0100. */
const partOf = (
  message: string,
  body: string,
  index: number,
  total: number,
  { id = ID, attributes = 0, serial = 0xff + index } = {},
) => {
  const head = word((body.length / 2) | 0x2000 | attributes)
  const content = bytesOf(
    `${message}${head}${id}${word(serial)}${word(total)}${word(index)}${body}`,
  )
  return withEscapes(Uint8Array.from([...content, xor8(content)]), STANDARD)
}
/** Engine on, Milan, 120 m, 62.4 km/h, 187°, 2026-11-22 18:00:00 in Beijing. */
const place = (alarm = '00000000', status = '00000003') =>
  `${alarm}${status}02b5d6600091f6a80078027000bb261122180000`
const ITEMS = '01040000360902020123300119310108'
const POSITION = frameOf('0200', place() + ITEMS)
const HEARTBEAT = frameOf('0002', '')
const BATCH = frameOf('0704', `000201${`001c${place()}`.repeat(2)}`)
const decode = (frame: Uint8Array): DecodedFrame => decoder.decode(frame, firstReception(RECEIVED))
const messagesOf = (frame: Uint8Array) => {
  const decoded = decode(frame)
  if (decoded.kind !== 'messages') throw new Error(decoded.kind)
  return decoded.messages.map(m => ({ ...m, values: profileReader(jt808).read(m.io) }))
}

describe('a frame', () => {
  test('of a position is a record of the device that it names', () => {
    const decoded = decode(POSITION)
    expect(decoded).toMatchObject({ kind: 'messages', device_id: DEVICE })
    expect(decoded.kind === 'messages' && hexOf(decoded.ack)).toContain(`${ID}000000070200`)
    const [message] = messagesOf(POSITION)
    expect(new Date(message?.at ?? 0).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(message).toMatchObject({
      local: true,
      fix: {
        latitude_e7: 454_713_280,
        longitude_e7: 95_658_640,
        altitude: 120,
        speed: 62,
        direction: 187,
        satellites: 8,
      },
    })
    expect(message?.values).toMatchObject({ ignition: 1, odometer: 1_383_300, out1: 0 })
    expect(message?.values.can_fuel_level_l).toBeCloseTo(29.1)
  })
  test('of a batch has all its records', () => expect(messagesOf(BATCH)).toHaveLength(2))
  test('without a fix has no place, even where it repeats the last one', () =>
    expect(messagesOf(frameOf('0200', place('00000000', '00000001')))).toMatchObject([
      { fix: null, values: { ignition: 1 } },
    ]))
  test('of a device in the south and west has its signs', () =>
    expect(messagesOf(frameOf('0200', place('00000000', '0000000f')))).toMatchObject([
      { fix: { latitude_e7: -454_713_280, longitude_e7: -95_658_640 } },
    ]))
  test('without a date has the time of its receipt', () =>
    expect(messagesOf(frameOf('0200', `${place().slice(0, -12)}000000000000`))).toMatchObject([
      { at: RECEIVED, values: { receipt_time: 1 } },
    ]))
  test('in the form of 2019 names its device by ten bytes', () =>
    expect(decode(frameOf('0002', '', `01${'00000000013800138000'}`, 0x4000))).toMatchObject({
      kind: 'ping',
      device_id: DEVICE,
    }))
  test('in a variant has other escapes and an id of seven bytes', () =>
    expect(decode(frameOf('0002', '', `00${ID}`, 0, VARIANT))).toMatchObject({
      kind: 'ping',
      device_id: DEVICE,
    }))
  test('with an id in binary form names the device by its IMEI', () =>
    expect(decode(frameOf('0002', '', '4f07788ef87d'))).toMatchObject({
      device_id: '868935060010210',
    }))
  test('of a registration is answered with the code to sign in with', () => {
    const decoded = decode(frameOf('0100', '002c012f37303131'))
    expect(decoded.kind === 'ping' && hexOf(decoded.answer ?? bytesOf(''))).toContain(
      `000700${Buffer.from(ID).toString('hex')}`,
    )
  })
  test('of a result of a command has it in words', () => {
    expect(decode(frameOf('0001', '0001810500'))).toMatchObject({
      kind: 'reply',
      replies: [{ text: '8105 ok' }],
    })
    expect(decode(frameOf('0001', '0001810501'))).toMatchObject({
      replies: [{ text: '8105 failed' }],
    })
  })
  test('with a result for something other than a command is no reply [commands.53]', () =>
    expect(decode(frameOf('0001', '0001800300'))).toMatchObject({
      kind: 'ping',
      device_id: DEVICE,
    }))
  test.each([
    ['8105 64', '8105 ok', false],
    ['8105 64', '8201 ok', true],
    ['8104', '8104 0001=30', false],
    ['hello', '8300 ok', false],
    ['8105 64', 'any text', false],
  ])(
    'for the command %s the answer %s belongs to another command: %s [commands.53]',
    (asked, answer, expected) => expect(jt808.answersOther?.(asked, answer)).toBe(expected),
  )
  test('of a lock that asks for the time in a text is answered with it', () =>
    expect(decode(Buffer.from('(794104004140,1,001,BASE,2,TIME)'))).toEqual({
      kind: 'ping',
      device_id: '794104004140',
      answer: Buffer.from('(794104004140,1,001,BASE,2,20261125120000)'),
    }))
  test.each([
    ['of a wrong checksum', Uint8Array.from(POSITION, (b, i) => (i === 20 ? b ^ 1 : b))],
    ['with an unknown escape', bytesOf('7e02007d037e')],
    ['of a position that is cut', frameOf('0200', place().slice(0, 40))],
    ['of a batch with more than its count', frameOf('0704', `000101${`001c${place()}`.repeat(2)}`)],
  ])('%s is refused', (_, frame) => expect(decode(frame)).toMatchObject({ kind: 'refused' }))
})

describe('a message in parts', () => {
  const body = `000301${`001c${place()}`.repeat(3)}`
  const parts = [1, 2, 3].map(i =>
    partOf('0704', body.slice((i - 1) * 68, i === 3 ? undefined : i * 68), i, 3),
  )
  const [first = HEARTBEAT, second = HEARTBEAT, third = HEARTBEAT] = parts
  const answerOf = (decoded: DecodedFrame | 'closed' | undefined): string => {
    if (decoded === undefined || decoded === 'closed') return ''
    if (decoded.kind === 'ping') return hexOf(decoded.answer ?? bytesOf(''))
    return decoded.kind === 'messages' ? hexOf(decoded.ack) : ''
  }
  const kindsOf = (frames: readonly Uint8Array[]) =>
    decodeAll(tcp, frames).map(d => (d === 'closed' ? d : d.kind))
  const answersOf = (frames: readonly Uint8Array[]) => decodeAll(tcp, frames).map(answerOf)

  test('is decoded when its last part has come, in whatever order [protocols.61]', () => {
    for (const frames of [
      parts,
      [third, first, second],
      [first, first, HEARTBEAT, second, third],
    ]) {
      const message = decodeAll(tcp, frames).at(-1)
      expect(message).toMatchObject({ kind: 'messages', device_id: DEVICE })
      expect(
        message !== 'closed' && message?.kind === 'messages' && message.messages,
      ).toMatchObject([{ fix: { speed: 62 } }, { fix: { speed: 62 } }, { fix: { speed: 62 } }])
    }
  })
  test('is answered in each of its parts, and in none before the whole is stored [protocols.75]', () => {
    expect(kindsOf(parts)).toEqual(['ping', 'ping', 'messages'])
    const [early, later, last] = answersOf(parts)
    expect([early, later]).toEqual(['', ''])
    expect(last?.match(/7e8001/g)).toHaveLength(3)
    for (const serial of [0x100, 0x101, 0x102])
      expect(last).toContain(`${ID}0000${word(serial)}070400`)
  })
  test('is stored part by part where the device waits for an answer to each [protocols.75]', () => {
    const frames = [first, first, second, second, third, first, second]
    const decodedFrames = decodeAll(tcp, frames)
    expect(decodedFrames.map(d => d !== 'closed' && d.kind)).toEqual([
      'ping',
      'messages',
      'messages',
      'messages',
      'messages',
      'messages',
      'messages',
    ])
    expect(answersOf(frames).map(answer => answer.match(/7e8001/g)?.length ?? 0)).toEqual([
      0, 1, 1, 1, 3, 1, 1,
    ])
    const [, part] = decodedFrames
    const stored = part !== undefined && part !== 'closed' && part.kind === 'messages'
    expect(stored && hexOf(part.messages[0]?.io ?? bytesOf(''))).toContain(body.slice(0, 68))
  })
  test('is answered once where all its parts have one serial number', () => {
    const alike = [1, 2, 3].map(i =>
      partOf('0704', body.slice((i - 1) * 68, i === 3 ? undefined : i * 68), i, 3, { serial: 9 }),
    )
    expect(answersOf(alike).map(answer => answer.match(/7e8001/g)?.length ?? 0)).toEqual([0, 0, 1])
  })
  test('has its missing parts requested, by the serial number of its first part [protocols.62]', () => {
    const [, request] = answersOf([first, third])
    expect(request).toContain(`7e80030005${ID}00000100010002`)
    const modern = { id: '0100000000013800138000', attributes: 0x4000 }
    const [of2019] = answersOf([partOf('0704', body.slice(-8), 3, 3, modern)])
    expect(of2019).toContain(`7e80034008${modern.id}00000100000200010002`)
    expect(
      kindsOf([first, third, partOf('0704', body.slice(68, 136), 2, 3, { serial: 9 })]),
    ).toEqual(['ping', 'ping', 'messages'])
  })
  test('has its parts requested three times at most, and not while they are coming', () => {
    let memory: Memory = {}
    let at = RECEIVED
    const answerAfter = (frame: Uint8Array, ms: number) => {
      at += ms
      const decoded = decoder.decode(frame, { at, memory })
      memory = decoded.memory ?? memory
      return answerOf(decoded)
    }
    expect(answerAfter(first, 0)).not.toContain('7e8003')
    expect(answerAfter(HEARTBEAT, 1_000)).not.toContain('7e8003')
    for (let i = 0; i < 3; i++) expect(answerAfter(HEARTBEAT, 5_000)).toContain('0100020002000')
    expect(answerAfter(HEARTBEAT, 5_000)).not.toContain('7e8003')
    answerAfter(second, 300_000)
    expect(answerAfter(third, 0)).toContain('01000100012d7e')
  })
  test('is kept apart from another one', () => {
    const later = partOf('0704', body.slice(68, 136), 2, 3, { serial: 0x204 })
    expect(kindsOf([first, later, third])).toEqual(['ping', 'ping', 'ping'])
  })
  test.each([
    ['of too many parts', partOf('0704', body, 1, 33)],
    ['with an impossible number', partOf('0704', body, 4, 3)],
    ['with the number 0', partOf('0704', body, 0, 3)],
  ])('%s is answered as not supported', (_, frame) =>
    expect(answersOf([frame])[0]).toContain('070403'),
  )
})

describe('readings', () => {
  const valuesOf = (items: string) => messagesOf(frameOf('0200', place() + items))[0]?.values
  test.each([
    ['e4020157e50101', { battery_level: 87, movement: 1 }],
    ['56020900', { battery_level: 90 }],
    ['6902018b', { battery: 3.95 }],
    ['d40163d502019f', { battery_level: 99, battery: 4.15 }],
    ['f7060000107802 4b'.replace(' ', ''), { battery: 4.216, battery_level: 75 }],
    ['f10400006070', { power: 24.688 }],
    ['fe0145', { battery_level: 69 }],
    ['eb05000300e163', { battery_level: 99 }],
    [
      '771001a1b2c301404108 02a1b2c400000000'.replace(' ', ''),
      { tyre1_pressure: 8, tyre1_temp: 15 },
    ],
  ])('of the items %s are %j', (items, expected) => expect(valuesOf(items)).toMatchObject(expected))
  test('of a wheel without a signal are missing', () =>
    expect(valuesOf('771001a1b2c30140410802a1b2c400000000')).not.toHaveProperty('tyre2_pressure'))
})

describe('a driver', () => {
  const cardOf = (message: string, body: string) => messagesOf(frameOf(message, body))[0]
  const licence = Buffer.from('AB12345').toString('hex').padEnd(40, '0')
  const name = Buffer.from('Rossi').toString('hex')
  test('who puts in a card is named, at that time', () => {
    const record = cardOf('0702', `012611221800000005${name}${licence}0020301231`)
    expect(new Date(record?.at ?? 0).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(record).toMatchObject({ fix: null, local: true, values: { rfid: 'AB12345' } })
  })
  test('who takes out the card is no longer named', () =>
    expect(cardOf('0702', '02261122180000')?.values).not.toHaveProperty('rfid'))
  test('whose card a reader sends through is named', () =>
    expect(
      cardOf('0900', `400018${Buffer.from('GTSL|6|1|0|10218094|1|\r\n').toString('hex')}`)?.values
        .rfid,
    ).toBe('10218094'))
})

describe('an answer', () => {
  test('with a place is a reply and a record [protocols.60]', () => {
    const frame = frameOf('0201', `0003${place()}${ITEMS}`)
    expect(decode(frame)).toMatchObject({ kind: 'messages', replies: [{ text: '8201 ok' }] })
    expect(messagesOf(frame)).toMatchObject([{ fix: { speed: 62 } }])
  })
  test('with parameters lists them with their numbers', () =>
    expect(
      decode(
        frameOf(
          '0104',
          '0003030000000104 0000001e 0000001303 612e62 00000031020032'.replaceAll(' ', ''),
        ),
      ),
    ).toMatchObject({
      kind: 'messages',
      replies: [{ text: '8104 0001=30 0013=a.b 0031=50' }],
    }))
})

/** A lone delimiter has no content, complete or damaged. */
const withoutIdle: typeof tcp = {
  ...tcp,
  decode: (frame, reception) =>
    frame.length === 1 ? { kind: 'garbage' } : tcp.decode(frame, reception),
}

describe('a stream', () => {
  const frames = [HEARTBEAT, POSITION, BATCH, frameOf('0200', `${place()}ff047e7d7e7d`)]
  test('gives the same frames wherever it is cut [gateway.28]', () =>
    expect(faultsOfCuts(tcp, frames)).toEqual([]))
  test.each(frames.map(frame => [hexOf(frame), frame] as const))(
    'with any bit of %s turned over gives no wrong record',
    (_, frame) => expect(faultsOfDamage(withoutIdle, frame, HEARTBEAT)).toEqual([]),
  )
  test('finds the next frame after garbage and between delimiters', () => {
    const stream = Buffer.concat([bytesOf('0102'), HEARTBEAT, bytesOf('7e7e'), POSITION])
    const kinds = decodeAll(tcp, cut(tcp, [stream]).frames).map(d => d !== 'closed' && d.kind)
    expect(kinds).toEqual(['garbage', 'ping', 'ping', 'ping', 'messages'])
  })
  test('of random bytes gives only the errors of frames, and never loops', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        decodeAll(tcp, cut(tcp, [bytes]).frames)
        decodeAll(tcp, cut(tcp, [withEscapes(bytes, STANDARD)]).frames)
      }),
    )
  })
  test.each([
    ['', 'more'],
    ['7e', 'more'],
    ['7e02', 'yes'],
    ['7e81', 'no'],
    ['2837', 'yes'],
    ['2a48', 'no'],
    ['000f', 'no'],
  ])('that begins with %s: %s', (hex, expected) => expect(begins(bytesOf(hex))).toBe(expected))
})

test('a command is a message with a body or with a text, and names the device in the device’s own form', () => {
  const to = { device_id: DEVICE, addressed: false, at: RECEIVED, serial: 1, memory: {} }
  const control = encode('8105 64', to) ?? bytesOf('')
  expect(hexOf(control)).toContain(`7e81050001${ID}000164`)
  expect(hexOf(encode('reset', to) ?? bytesOf(''))).toContain(
    `${ID}000101${Buffer.from('reset').toString('hex')}`,
  )
  const modern = decode(frameOf('0002', '', `01${'00000000013800138000'}`, 0x4000))
  expect(hexOf(encode('8105 64', { ...to, memory: modern.memory ?? {} }) ?? bytesOf(''))).toContain(
    '7e81054001010000000001380013800000',
  )
  expect(encode('perché', to)).toBeNull()
})

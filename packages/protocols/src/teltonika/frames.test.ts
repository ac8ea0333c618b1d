// Frames made by hand and their content; no cut, joint, noise or damage causes an exception.
import { FrameError } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc16 } from './crc.ts'
import { decode, decodeDatagram } from './decode.ts'
import { encode, encodeFor } from './encode.ts'
import { frame } from './frame.ts'
import { bytesOf, cut, hexOf, MAX_FRAME, plain } from './testing.ts'

/** The checksum computed bit by bit, as it is defined. */
function slowCrc(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}
const u32Hex = (value: number): string => value.toString(16).padStart(8, '0')
/** Preamble, length and checksum around a payload. */
function frameOf(payload: string): Uint8Array {
  const bytes = bytesOf(payload)
  return bytesOf(`00000000 ${u32Hex(bytes.length)} ${hexOf(bytes)} ${u32Hex(slowCrc(bytes))}`)
}

const LOGIN = '000f 333532303934303831343532323531'
/** 2025-11-20T09:50:52.160Z, priority 1, 9.19° E, 45.4642° N, 120 m, 270°, 9 satellites, 62 km/h. */
const HEAD = '0000019aa0ac8500 01 057a48e0 1b19526d 0078 010e 09 003e'
const AT = 0x19aa0ac8500
const FIX = {
  latitude_e7: 0x1b19526d,
  longitude_e7: 0x057a48e0,
  altitude: 120,
  direction: 270,
  speed: 62,
  satellites: 9,
}
/** The same moment with another place, satellites and speed. */
const head = (place: string, satellites: string) =>
  `0000019aa0ac8500 00 ${place} fff6 0167 ${satellites} 0000`
const NO_IO_8 = '00 00 00 00 00 00'

const codec8 = `08 01 ${HEAD} ef 05 02 ef01 1500 01 42 5e0f 01 48 ffffff47 01 4e 0000010203040506 01`
const codec8e = `8e 01 ${HEAD} 0000 0003 0001 00ef 01 0001 2844 f63c 0000 0000 0001 0100 0003 414243 01`
const codec16 = `10 02 ${HEAD} 00ef 05 01 01 00ef 01 00 00 00 ${HEAD} 0000 07 01 00 01 0146 0129 00 00 02`

describe('one frame', () => {
  test.each([
    {
      it: 'codec 8 with elements of every width [protocols.6]',
      payload: codec8,
      ack: '00000001',
      records: [
        {
          at: AT,
          fix: FIX,
          event: 239,
          priority: 1,
          io: { 21: 0, 239: 1, 66: 0x5e0f, 72: 0xffffff47, 78: '1108152157446' },
          size: { 21: 1, 239: 1, 66: 2, 72: 4, 78: 8 },
        },
      ],
    },
    {
      it: 'codec 8 extended with two-byte ids and a byte string [protocols.7]',
      payload: codec8e,
      ack: '00000001',
      records: [
        {
          at: AT,
          fix: FIX,
          event: 0,
          priority: 1,
          io: { 239: 1, 10308: 0xf63c, 256: '0x414243' },
          size: { 239: 1, 10308: 2, 256: 'X' },
        },
      ],
    },
    {
      it: 'codec 16 with the reason of each of two records [protocols.8]',
      payload: codec16,
      ack: '00000002',
      records: [
        {
          at: AT,
          fix: FIX,
          event: 239,
          priority: 1,
          generation: 5,
          io: { 239: 1 },
          size: { 239: 1 },
        },
        {
          at: AT,
          fix: FIX,
          event: 0,
          priority: 1,
          generation: 7,
          io: { 326: 0x129 },
          size: { 326: 2 },
        },
      ],
    },
    { it: 'an empty packet', payload: '08 00 00', ack: '00000000', records: [] },
    {
      it: 'south-west and below the sea',
      payload: `08 01 ${head('fa85b720 e4e6ad93', '05')} ${NO_IO_8} 01`,
      ack: '00000001',
      records: [
        {
          at: AT,
          fix: {
            latitude_e7: -FIX.latitude_e7,
            longitude_e7: -FIX.longitude_e7,
            altitude: -10,
            direction: 359,
            speed: 0,
            satellites: 5,
          },
          event: 0,
          priority: 0,
          io: {},
          size: {},
        },
      ],
    },
  ])('$it', ({ payload, ack, records }) => {
    const packet = frameOf(payload)
    expect(frame(packet, 0, packet.length, MAX_FRAME)).toBe(packet.length)
    const decoded = decode(packet)
    if (decoded.kind !== 'messages') throw new Error(JSON.stringify(decoded))
    expect(hexOf(decoded.ack)).toBe(ack)
    expect(decoded.messages.map(m => ({ at: m.at, fix: m.fix, ...plain(m.io) }))).toEqual(records)
  })

  test.each([
    ['no satellites', '057a48e0 1b19526d', '00'],
    ['the place (0,0)', '00000000 00000000', '07'],
    ['a latitude beyond the pole', '057a48e0 35a4e901', '07'],
    ['a longitude beyond 180°', '94b62dff 1b19526d', '07'],
  ])('%s is no fix, and the parameters are kept [protocols.15]', (_, place, satellites) => {
    const decoded = decode(frameOf(`08 01 ${head(place, satellites)} 00 01 01 ef01 00 00 00 01`))
    expect(
      decoded.kind === 'messages' &&
        decoded.messages.map(m => ({ fix: m.fix, io: plain(m.io).io })),
    ).toEqual([{ fix: null, io: { 239: 1 } }])
  })

  test('its parameters keep the order of the wire', () => {
    const decoded = decode(frameOf(`08 01 ${HEAD} 00 03 03 0501 0401 0301 00 00 00 01`))
    expect(decoded.kind === 'messages' && hexOf(decoded.messages[0]?.io ?? bytesOf(''))).toBe(
      '88802001 2801 2001 1801'.replaceAll(' ', ''),
    )
  })

  test('a login names the device', () => {
    expect(decode(bytesOf(LOGIN))).toEqual({
      kind: 'login',
      device_id: '352094081452251',
      accept: bytesOf('01'),
      refuse: bytesOf('00'),
    })
  })
  test('a keep-alive needs no answer [protocols.14]', () =>
    expect(decode(bytesOf('ff'))).toEqual({ kind: 'ping' }))

  test.each([
    ['codec 12: answer [protocols.18]', '0c 01 06 00000002 4f4b 01', [{ text: 'OK' }]],
    [
      'codec 12: two answers',
      '0c 02 06 00000001 41 06 00000001 42 02',
      [{ text: 'A' }, { text: 'B' }],
    ],
    ['codec 12: no text', '0c 01 06 00000000 01', [{ text: '' }]],
    [
      'codec 12: camera',
      '0c 01 0d 00000002 0001 01',
      [{ text: '0001', hex: true, unsolicited: true }],
    ],
    ['codec 12: degrees', '0c 01 06 00000004 3231b043 01', [{ text: '21°C' }]],
    [
      'codec 13: seconds [protocols.19]',
      '0d 01 06 00000006 692e3c50 4f4b 01',
      [{ text: 'OK', at: 0x692e3c50 * 1000, unsolicited: true }],
    ],
    [
      'codec 13: milliseconds',
      '0d 01 06 0000000a 0000019aa0ac8500 4f4b 01',
      [{ text: 'OK', at: AT, unsolicited: true }],
    ],
    ['codec 13: neither', '0d 01 06 00000002 4f4b 01', [{ text: 'OK', unsolicited: true }]],
    [
      'codec 14: answer [protocols.20]',
      '0e 01 06 0000000a 0352094081452251 4f4b 01',
      [{ text: 'OK' }],
    ],
    [
      'codec 14: meant for another',
      '0e 01 11 00000008 0352094081452251 01',
      [{ text: '', refused: true }],
    ],
    [
      'codec 15: serial port [protocols.21]',
      '0f 01 0b 0000000e 692e3c50 0352094081452251 4f4b 01',
      [{ text: 'OK', at: 0x692e3c50 * 1000, unsolicited: true }],
    ],
  ])('%s', (_, payload, replies) =>
    expect(decode(frameOf(payload))).toEqual({ kind: 'reply', replies }),
  )

  test.each([
    ['the second count differs', codec8.replace(/01$/, '02')],
    ['an unknown codec', `09 01 ${HEAD} ${NO_IO_8} 01`],
    ['a record is missing', `08 02 ${HEAD} ${NO_IO_8} 02`],
    ['a byte too many', `08 01 ${HEAD} ${NO_IO_8} 00 01`],
    [
      'a fifth group of elements',
      `08 01 ${HEAD} ${NO_IO_8} 01 aa 000102030405060708090a0b0c0d0e0f 01`,
    ],
    ['more elements than bytes', `08 01 ${HEAD} 00 ff ff ef01 00 00 00 01`],
    [
      'more elements than bytes, extended',
      `8e 01 ${HEAD} 0000 ffff ffff 00ef 01 0000 0000 0000 0000 01`,
    ],
    [
      'a byte string that is cut',
      `8e 01 ${HEAD} 0000 0001 0000 0000 0000 0000 0001 0100 ffff 41 01`,
    ],
    ['a byte string that is missing', `8e 01 ${HEAD} 0000 0001 0000 0000 0000 0000 0001 01`],
    ['nothing but the counts', '08 01 01'],
  ])('is refused with a count of 0: %s [protocols.11]', (_, payload) => {
    expect(decode(frameOf(payload))).toMatchObject({ kind: 'refused', ack: bytesOf('00000000') })
  })
  test.each([
    ['the second count differs', '0c 01 06 00000002 4f4b 02'],
    ['a size beyond the frame', '0c 01 06 ffffffff 4f4b 01'],
    ['a byte too many', '0c 01 06 00000001 4f4b 01'],
    ['no room for the IMEI', '0e 01 06 00000002 4f4b 01'],
    ['no room for the time', '0f 01 0b 00000002 4f4b 01'],
  ])('is refused without an answer, which would break the device: %s', (_, payload) => {
    expect(decode(frameOf(payload))).toMatchObject({ kind: 'refused', ack: new Uint8Array(0) })
  })
  test('with a wrong checksum is refused', () => {
    for (const payload of [codec8, codec8e, codec16]) {
      const packet = frameOf(payload)
      packet.set([(packet.at(-1) ?? 0) ^ 1], packet.length - 1)
      expect(decode(packet)).toEqual({
        kind: 'refused',
        reason: 'checksum',
        ack: bytesOf('00000000'),
      })
    }
  })
  test.each([
    '',
    '00',
    'fe',
    '000e3335',
    `${LOGIN}00`,
    '000f 33353230393430383134353232355a',
    '00000000 00000003 0801',
    '01000000 00000003 080000 00000000',
  ])('that is not whole closes the connection: %s', hex => {
    expect(() => decode(bytesOf(hex))).toThrow(FrameError)
  })
})

describe('the stream', () => {
  test.each([
    ['a first byte that opens nothing', 'de'],
    ['a login of 14 digits', '000e'],
    ['a login of 57005 digits', 'dead'],
    ['a letter in the IMEI', '000f 3335 41'],
    ['two zero bytes and something else', '0000 01'],
    ['a payload of 2 bytes', '00000000 00000002'],
    ['a payload of 4 GiB', '00000000 ffffffff'],
    ['a frame of one byte more than allowed', `00000000 ${u32Hex(MAX_FRAME - 11)}`],
  ])('ends at %s', (_, hex) => {
    expect(() => cut([bytesOf(hex)])).toThrow(
      expect.objectContaining({ name: 'Error', fatal: true }),
    )
  })
  test('waits for a frame of exactly the allowed length', () => {
    const start = bytesOf(`00000000 ${u32Hex(MAX_FRAME - 12)}`)
    expect(cut([start])).toEqual({ frames: [], rest: hexOf(start) })
  })

  const units = [
    'ff',
    hexOf(bytesOf(LOGIN)),
    'ff',
    ...[codec8, codec8e, codec16].map(p => hexOf(frameOf(p))),
    'ff',
    hexOf(frameOf('0c 01 06 00000002 4f4b 01')),
  ]
  test('gives the same frames one byte at a time', () => {
    const bytes = [...bytesOf(units.join(''))].map(b => Uint8Array.of(b))
    expect(cut(bytes)).toEqual({ frames: units, rest: '' })
  })
  test('gives the same frames however they are cut and joined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...units), { maxLength: 12 }),
        fc.array(fc.nat(2000), { maxLength: 20 }),
        (sent, cuts) => {
          const bytes = bytesOf(sent.join(''))
          const at = [
            0,
            ...cuts.map(c => Math.min(c, bytes.length)).sort((a, b) => a - b),
            bytes.length,
          ]
          const chunks = at.slice(1).map((end, i) => bytes.subarray(at[i], end))
          expect(cut(chunks)).toEqual({ frames: sent, rest: '' })
        },
      ),
    )
  })
  test('is not read outside its bounds', () => {
    const padded = bytesOf(`ffff ${LOGIN} ffff`)
    expect(frame(padded, 2, padded.length - 3, MAX_FRAME)).toBe(0)
    expect(frame(padded, 2, padded.length - 2, MAX_FRAME)).toBe(17)
    expect(frame(padded, 2, 2, MAX_FRAME)).toBe(0)
  })
})

describe('noise and damage', () => {
  /** Cuts and decodes bytes: only a FrameError may be thrown, and every frame must have a length. */
  function survives(bytes: Uint8Array): void {
    try {
      let start = 0
      while (start < bytes.length) {
        const length = frame(bytes, start, bytes.length, MAX_FRAME)
        if (length === 0) break
        expect(length).toBeGreaterThan(0)
        expect(start + length).toBeLessThanOrEqual(bytes.length)
        const decoded = decode(bytes.subarray(start, start + length))
        if (decoded.kind === 'messages') for (const m of decoded.messages) plain(m.io)
        start += length
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
    }
    try {
      decodeDatagram(bytes)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
    }
  }
  const damage = fc.array(fc.record({ at: fc.nat(300), to: fc.nat(255) }), {
    minLength: 1,
    maxLength: 4,
  })
  const payload = fc.constantFrom(
    codec8,
    codec8e,
    codec16,
    '0c 01 06 00000002 4f4b 01',
    '0d 01 06 00000006 692e3c50 4f4b 01',
    '0e 01 06 0000000a 0352094081452251 4f4b 01',
  )
  const damaged = (
    bytes: Uint8Array,
    changes: readonly { at: number; to: number }[],
  ): Uint8Array => {
    for (const { at, to } of changes) bytes[at % bytes.length] = to
    return bytes
  }

  test('do no harm as random bytes [protocols.23]', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), survives), { numRuns: 500 })
  })
  test('do no harm in frames [protocols.24]', () => {
    fc.assert(
      fc.property(payload, damage, (p, changes) => survives(damaged(frameOf(p), changes))),
      { numRuns: 1000 },
    )
  })
  test('do no harm in payloads under a right checksum', () => {
    fc.assert(
      fc.property(payload, damage, (p, changes) =>
        survives(frameOf(hexOf(damaged(bytesOf(p), changes)))),
      ),
      { numRuns: 2000 },
    )
  })
  test('do no harm in datagrams', () => {
    fc.assert(
      fc.property(fc.constantFrom(codec8, codec8e, codec16), damage, (p, changes) =>
        survives(damaged(datagram(p), changes)),
      ),
      { numRuns: 1000 },
    )
  })
})

/** Adds the head of a datagram to a payload: u16 length, packet id CAFE, 01, AVL packet id 07, the IMEI. */
function datagram(payload: string): Uint8Array {
  const rest = bytesOf(`cafe 01 07 ${LOGIN} ${payload}`)
  return bytesOf(`${rest.length.toString(16).padStart(4, '0')} ${hexOf(rest)}`)
}

describe('datagrams', () => {
  test('name the device and are acknowledged by their own numbers', () => {
    const decoded = decodeDatagram(datagram(codec16))
    expect(decoded).toMatchObject({
      kind: 'messages',
      device_id: '352094081452251',
      ack: bytesOf('0005 cafe 01 07 02'),
    })
    expect(decoded.kind === 'messages' && decoded.messages.map(m => m.at)).toEqual([AT, AT])
  })
  test.each([
    ['wrong counts', codec8.replace(/01$/, '03')],
    ['text, which belongs on TCP', '0c 01 06 00000002 4f4b 01'],
  ])('are refused with a count of 0: %s', (_, p) => {
    expect(decodeDatagram(datagram(p))).toMatchObject({
      kind: 'refused',
      ack: bytesOf('0005 cafe 01 07 00'),
    })
  })
  test.each([
    '',
    'ff',
    hexOf(frameOf(codec8)),
    hexOf(datagram(codec8)).slice(0, -2),
    hexOf(datagram(codec8)).replace('3335', '4142'),
  ])('with other contents are not answered: %s', hex => {
    expect(() => decodeDatagram(bytesOf(hex))).toThrow(FrameError)
  })
})

describe('commands', () => {
  test('include getinfo [protocols.16]', () => {
    expect(hexOf(encode('getinfo') ?? bytesOf(''))).toBe(
      '000000000000000f0c010500000007676574696e666f0100004312',
    )
  })
  test('send a text of digits as text', () => {
    expect(hexOf(encode('0303') ?? bytesOf('')).slice(16, -8)).toBe('0c0105000000043033303301')
  })
  test('of codec 14 name their device', () => {
    expect(hexOf(encodeFor('getver', '352093081452251') ?? bytesOf(''))).toBe(
      '00000000000000160e01050000000e0352093081452251676574766572010000d2c1',
    )
  })
  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['a line break', 'getinfo\r\n'],
    ['a letter beyond ASCII', 'perché'],
    ['161 characters', 'x'.repeat(161)],
  ])('cannot carry %s', (_, text) => {
    expect(encode(text)).toBeNull()
    expect(encodeFor(text, '352093081452251')).toBeNull()
  })
  test('carry the longest text, and need an IMEI in codec 14', () => {
    expect(encode('x'.repeat(160))?.length).toBe(160 + 20)
    expect(encodeFor('getver', '35209308145225')).toBeNull()
  })
})

describe('checksum', () => {
  test('of the standard text is that of the standard', () =>
    expect(crc16(Buffer.from('123456789'), 0, 9)).toBe(0xbb3d))
  test('is the same as its definition gives, for every length and part', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (bytes, from) => {
        const start = Math.min(from, bytes.length)
        expect(crc16(bytes, start, bytes.length)).toBe(slowCrc(bytes.subarray(start)))
      }),
    )
  })
})

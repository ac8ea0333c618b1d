// Frames as captured from devices, and what they mean: paste yours here first, then make them pass.

import { profileReader } from '@flotta/core/profile-reader.ts'
import { FrameError, firstReception } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import * as decoder from './decode.ts'
import { encode } from './encode.ts'
import { begins, frame } from './frame.ts'
import { example1 } from './profiles/example1.ts'

const RECEIVED = 1_763_632_300_000
const decode = (bytes: Uint8Array) => decoder.decode(bytes, firstReception(RECEIVED))
const LINE = '$352094081452251,1763632252,45.4642,9.19,62,24310\n'

describe('a line', () => {
  test('is a record', () => {
    const decoded = decode(Buffer.from(LINE))
    if (decoded.kind !== 'messages') throw new Error(decoded.kind)
    const [message] = decoded.messages
    expect(message).toMatchObject({
      at: 1_763_632_252_000,
      fix: { latitude_e7: 454_642_000, longitude_e7: 91_900_000, speed: 62 },
    })
    expect(message && profileReader(example1).read(message.io)).toEqual({ power: 24.31 })
  })
  test('without fields is a login', () =>
    expect(decode(Buffer.from('$352094081452251\n'))).toMatchObject({
      kind: 'login',
      device_id: '352094081452251',
    }))
  test('without a place keeps its parameters', () =>
    expect(decode(Buffer.from('$352094081452251,1763632252,0,0,0,24310\n'))).toMatchObject({
      messages: [{ fix: null }],
    }))
  test('without a time gets that of its receipt, and is marked', () => {
    const decoded = decode(Buffer.from('$352094081452251,0,0,0,0,24310\n'))
    const [message] = decoded.kind === 'messages' ? decoded.messages : []
    expect(message?.at).toBe(RECEIVED)
    expect(message && profileReader(example1).read(message.io)).toEqual({
      power: 24.31,
      receipt_time: 1,
    })
  })
  test.each([
    '$352094081452251,x,45,9,62,24310',
    '$352094081452251,1,45,9,62',
    '$352094081452251,1,45,9,62,1,1',
  ])('%s is refused', line => {
    expect(decode(Buffer.from(`${line}\n`))).toMatchObject({ kind: 'refused' })
  })
})

describe('the stream', () => {
  test('is awaited until its line ends, and cut there', () => {
    const bytes = Buffer.from(LINE + LINE)
    expect(frame(bytes, 0, LINE.length - 1, 100)).toBe(0)
    expect(frame(bytes, 0, bytes.length, 100)).toBe(LINE.length)
    expect(frame(bytes, LINE.length, bytes.length, 100)).toBe(LINE.length)
  })
  test('is cut before the next mark where bytes belong to no frame', () => {
    const bytes = Buffer.from(`rubbish${LINE}`)
    expect(frame(bytes, 0, 5, 100)).toBe(0)
    expect(frame(bytes, 0, bytes.length, 100)).toBe(7)
    expect(decode(bytes.subarray(0, 7))).toEqual({ kind: 'garbage' })
  })
  test.each([
    ['$', 'more'],
    ['$35', 'yes'],
    ['$$A', 'no'],
    ['GET', 'no'],
  ])('that begins with %s: %s', (text, expected) =>
    expect(begins(Buffer.from(text))).toBe(expected),
  )
  test.each(['GET /'.padEnd(200, 'x'), `$${'1'.repeat(200)}`])(
    'of something else is closed',
    text => {
      expect(() => frame(Buffer.from(text), 0, text.length, 100)).toThrow(FrameError)
    },
  )
})

test('commands are written as lines', () => {
  const to = {
    device_id: '352094081452251',
    addressed: false,
    at: RECEIVED,
    serial: 1,
    memory: {},
  }
  expect(encode('reboot', to)).toEqual(Buffer.from('!1,reboot\n'))
  expect(encode('perché', to)).toBeNull()
})

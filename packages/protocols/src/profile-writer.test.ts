// The reader understands what the writer writes by the same profile: every word of every family, encoded and decoded.
import { IoWriter } from '@flotta/core/io.ts'
import { profileReader } from '@flotta/core/profile-reader.ts'
import { type Element, type NamedElement, profileWriter } from '@flotta/core/profile-writer.ts'
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { profiles } from './protocols.ts'

function ioOf(element: Element | NamedElement): Uint8Array {
  const io = new IoWriter()
  if ('name' in element) io.putText(element.name, element.text)
  else if ('bytes' in element) io.put(element.id, element.bytes, 0, element.bytes.length, true)
  else {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(element.value)))
    io.put(element.id, bytes, 8 - element.width, element.width)
  }
  return io.take()
}

const raws = fc.oneof(
  fc.integer({ min: 0, max: 127 }),
  fc.integer({ min: -128, max: 255 }),
  fc.integer({ min: -32_768, max: 65_535 }),
  fc.integer(),
)
const texts = {
  ascii: fc.stringMatching(/^([!-~]([ -~]{0,20}[!-~])?)?$/),
  hex: fc
    .uint8Array({ maxLength: 12 })
    .map(bytes => (bytes.every(b => b === 0) ? '' : Buffer.from(bytes).toString('hex'))),
}
const valuesOf = (p: Parameter): fc.Arbitrary<number | string> => {
  if (p.text !== undefined) return p.text === 'ascii' ? texts.ascii : texts.hex
  const scale = p.scale ?? 1
  const divisor = Math.round(1 / scale)
  const divides = Math.abs(1 / scale - divisor) < 1e-9 * divisor
  return raws
    .filter(raw => (p.signed || raw >= 0) && !p.missing?.includes(raw))
    .map(raw => (divides ? raw / divisor : raw * scale))
}
const isOnlyRead = (p: Parameter): boolean =>
  p.alarms !== undefined ||
  p.alarm_bits !== undefined ||
  p.textOf !== undefined ||
  p.bit !== undefined

describe.each(profiles.map(p => [p.code, p] as const))('%s', (_, profile) => {
  const reader = profileReader(profile)
  const writer = profileWriter(profile)
  const parameters = profile.parameters.filter(p => !isOnlyRead(p))
  test.each([...new Set(parameters.map(p => p.word))])('%s', word => {
    const first = parameters.find(p => p.word === word) as Parameter
    expect(writer.speaks(word)).toBe(true)
    fc.assert(
      fc.property(valuesOf(first), value => {
        // A value may be out of range only when its family sets the width.
        const element = writer.element(word, value) ?? writer.named(word, value)
        if (element === null)
          return (
            first.width !== undefined &&
            Math.abs(value as number) / (first.scale ?? 1) >= 2 ** (8 * first.width - 1)
          )
        expect(reader.read(ioOf(element))).toEqual({ [word]: value })
        return true
      }),
      { numRuns: 60 },
    )
  })
})

describe('a writer of elements', () => {
  const family = (...parameters: Parameter[]): Profile => ({
    code: 'x',
    name: 'x',
    protocol: 'x',
    reporting_interval: 60,
    parameters,
  })
  const writerOf = (...parameters: Parameter[]) => profileWriter(family(...parameters))
  test('rounds to the steps of the parameter', () => {
    expect(writerOf({ id: 66, word: 'power', scale: 0.001 }).element('power', 27.4004)).toEqual({
      id: 66,
      width: 2,
      value: 27_400,
    })
    expect(
      writerOf({ id: 72, word: 'temp1', scale: 0.1, signed: true }).element('temp1', -18.26),
    ).toEqual({ id: 72, width: 2, value: -183 })
  })
  test.each([
    ['ignition', 1, 1],
    ['odometer', 5, 4],
    ['odometer', 5_000_000_000, 8],
    ['can_rpm', 600, 2],
    ['operator', 22_201, 2],
  ] as const)('writes %s %d in %d bytes', (word, value, width) => {
    expect(writerOf({ id: 9, word }).element(word, value)).toEqual({ id: 9, width, value })
  })
  test('writes nothing for a value that the parameter cannot hold', () => {
    expect(writerOf({ id: 1, word: 'in1' }).element('in2', 1)).toBeNull()
    expect(writerOf({ id: 1, word: 'in1' }).element('in1', -1)).toBeNull()
    expect(writerOf({ id: 1, word: 'in1', width: 1 }).element('in1', 256)).toBeNull()
    expect(writerOf({ id: 1, word: 'in1' }).element('in1', Number.NaN)).toBeNull()
    expect(writerOf({ id: 1, word: 'in1' }).element('in1', 'open')).toBeNull()
    expect(
      writerOf({ id: 72, word: 'temp1', scale: 0.1, missing: [850] }).element('temp1', 85),
    ).toBeNull()
    expect(writerOf({ id: 1, word: 'rfid', text: 'hex' }).element('rfid', '0000')).toBeNull()
    expect(writerOf({ id: 1, word: 'vin', text: 'ascii' }).element('vin', 'è')).toBeNull()
  })
  test('takes the first of two ids that can hold the value and that the protocol can carry', () => {
    const two: Parameter[] = [
      { id: 256, word: 'in1', width: 1 },
      { id: 9, word: 'in1' },
    ]
    expect(writerOf(...two).element('in1', 1)).toEqual({ id: 256, width: 1, value: 1 })
    expect(writerOf(...two).element('in1', 300)).toEqual({ id: 9, width: 2, value: 300 })
    expect(profileWriter(family(...two), e => e.id < 256).element('in1', 1)).toEqual({
      id: 9,
      width: 1,
      value: 1,
    })
  })
})

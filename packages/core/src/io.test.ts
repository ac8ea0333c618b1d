// Raw parameters written and read back, by numbers and by names.
import { describe, expect, test } from 'vitest'
import { EVENT_IO, eachIo, IoWriter, RECEIPT_IO, readSigned, textOf } from './io.ts'
import { profileReader } from './profile-reader.ts'
import type { Profile } from './protocol.ts'

const profile: Profile = {
  code: 'x',
  name: 'x',
  protocol: 'x',
  reporting_interval: 60,
  parameters: [
    { id: 7, word: 'temp1', signed: true, scale: 0.1 },
    { id: 'volt', word: 'power' },
    { id: 'acc', word: 'ignition' },
    { id: 'fuel', word: 'can_fuel_level', missing: [-1] },
    { id: 'card', word: 'rfid', text: 'ascii' },
  ],
}

describe('named values', () => {
  const io = new IoWriter()
  io.reset()
  io.putNumber(7, -183, 2)
  io.putText('volt', '12.47')
  io.putText('acc', 'true')
  io.putText('fuel', '-1')
  io.putText('card', ' 0012AB ')
  io.putText('température', '21°')
  io.putNumber(RECEIPT_IO, 1, 1)
  io.putNumber(EVENT_IO, 300, 2)
  const bytes = io.take()

  test('get the words of their profile [protocols.35]', () =>
    expect(profileReader(profile).read(bytes)).toEqual({
      temp1: -18.3,
      power: 12.47,
      ignition: 1,
      rfid: '0012AB',
      receipt_time: 1,
      event: 300,
    }))
  test('stay unchanged when the profile has no word for them', () =>
    expect(profileReader(profile).raw(bytes)).toEqual([
      { id: 'température', width: 4, value: '21°' },
    ]))
  test('are found one after another', () => {
    const elements: unknown[] = []
    eachIo(bytes, (id, offset, width, text) =>
      elements.push([id, text ? textOf(bytes, offset, width) : readSigned(bytes, offset, width)]),
    )
    expect(elements.slice(0, 2)).toEqual([
      [7, -183],
      ['volt', '12.47'],
    ])
  })
  test('of truncated bytes are an error, and never another value', () => {
    const reader = profileReader(profile)
    let errors = 0
    for (let end = 1; end < bytes.length; end++)
      try {
        reader.read(bytes.subarray(0, end))
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        errors++
      }
    expect(errors).toBeGreaterThan(10)
  })
})

// The texts by which each family is asked for its position and given its reporting interval.
import { describe, expect, test } from 'vitest'
import { profiles } from './protocols.ts'

const text = (code: string, command: string, command_data = {}) =>
  profiles.find(p => p.code === code)?.commandText?.({ id: 1, command, command_data })

describe('the question for the position [devices.31]', () => {
  test.each([
    ['teltonika', 'getgps'],
    ['fmb1xx', 'getgps'],
    ['fmx6', 'getgps'],
    ['ftx1', 'getgps'],
    ['gt06', 'WHERE#'],
    ['queclink', 'GTRTO,1,,,,,'],
    ['jt808', '8201'],
    ['coban', 'B'],
    ['meitrack', 'A10'],
    ['owntracks', 'reportLocation'],
    ['h02', undefined],
    ['ruptela', undefined],
    ['wialon', undefined],
    ['osmand', undefined],
    ['mqtt', undefined],
  ])('of %s is %s', (code, expected) => expect(text(code, 'position')).toBe(expected))
})

const everyNetwork = (seconds: number) =>
  `setparam ${[10050, 10055, 10150, 10155, 10250, 10255].map(id => `${id}:${seconds}`).join(';')}`
describe('the interval of reports while moving [devices.32]', () => {
  test.each([
    ['fmb1xx', 30, everyNetwork(30)],
    ['fmx150', 65_535, everyNetwork(65_535)],
    ['fmb1xx', 65_536, undefined],
    ['fmx6', 30, undefined],
    ['fm6300', 30, undefined],
    ['ftx1', 30, undefined],
    ['teltonika', 30, undefined],
    ['gt06', 30, 'TIMER,30,30#'],
    ['gt06', 18_001, undefined],
    ['jt808', 30, '8103 01 00000029 04 0000001e'],
    ['jt808', 3_600, '8103 01 00000029 04 00000e10'],
    ['h02', 30, 'S71,22,30'],
    ['h02', 5, undefined],
    ['coban', 5, undefined],
    ['coban', 30, 'C,30s'],
    ['coban', 60, 'C,01m'],
    ['coban', 90, undefined],
    ['coban', 3_600, 'C,01h'],
    ['coban', 86_400, 'C,24h'],
    ['meitrack', 60, 'A12,6'],
    ['meitrack', 15, undefined],
    ['queclink', 30, undefined],
    ['ruptela', 30, undefined],
    ['owntracks', 30, undefined],
  ])('of %s, every %s s, is %s', (code, seconds, expected) =>
    expect(text(code, 'interval', { seconds })).toBe(expected),
  )
  test.each([
    ['nothing', {}],
    ['a text', { seconds: '30' }],
    ['a part of a second', { seconds: 30.5 }],
  ])('is for no family %s', (_, command_data) =>
    expect(
      profiles.flatMap(p => p.commandText?.({ id: 1, command: 'interval', command_data }) ?? []),
    ).toEqual([]),
  )
})

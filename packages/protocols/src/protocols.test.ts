// Protocols are found by their folders, and two with the same name are reported at once.
import type { Profile, Protocol } from '@flotta/core/protocol.ts'
import { describe, expect, test } from 'vitest'
import { checkedProtocols, profiles, protocols } from './protocols.ts'

const port = (n: number) => ({ variable: `FLOTTA_${n}_PORT`, default: n })
const profile = (code: string, ...parameters: Profile['parameters']): Profile => ({
  code,
  name: code,
  protocol: 'a',
  reporting_interval: 60,
  parameters,
})
const protocol = (name: string, n: number, ...of: Profile[]): Protocol => ({
  name,
  port: port(n),
  profiles: of,
})

test('a protocol’s port is set by its name [protocols.4]', () => {
  for (const { name, port } of protocols)
    expect(port.variable).toBe(`FLOTTA_${name.toUpperCase()}_PORT`)
})
test.each([
  ['teltonika', 5027, true, true, 'TCP and UDP [protocols.5, installation.13]'],
  ['gt06', 5023, true, false, 'TCP [protocols.39]'],
  ['wialon', 5039, true, true, 'TCP and UDP [protocols.42]'],
])('%s listens at %i by %s %s: %s', (name, usual, tcp, udp) => {
  const listener = protocols.find(p => p.name === name)
  expect([listener?.port, listener?.tcp !== undefined, listener?.udp !== undefined]).toEqual([
    { variable: `FLOTTA_${name.toUpperCase()}_PORT`, default: usual },
    tcp,
    udp,
  ])
})
test('each protocol is a folder with a name of its own [protocols.28]', () => {
  expect(protocols.map(p => p.name)).toEqual(
    expect.arrayContaining([
      'gt06',
      'queclink',
      'ruptela',
      'osmand',
      'jt808',
      'h02',
      'coban',
      'meitrack',
      'wialon',
      'mqtt',
      'teltonika',
    ]),
  )
})
test('the folders of protocols are found, without the blueprint', () => {
  expect(protocols.map(p => p.name)).toContain('teltonika')
  expect(protocols.map(p => p.name)).not.toContain('example')
  expect(profiles.map(p => p.code)).toEqual(expect.arrayContaining(['fmb1xx', 'fmx6', 'fm6300']))
})

test('the port of all protocols recognises each by its first bytes, and takes none for another [protocols.40, gateway.38]', () => {
  const beginnings: Readonly<Record<string, readonly string[]>> = {
    teltonika: ['000f333532', 'ffff000f33'],
    gt06: ['78780d01', '79790020'],
    wialon: ['234c23322e30'],
    meitrack: ['24244131362c', '24245b3131342c'],
    coban: ['23232c696d65693a', '696d65693a', '3335323039343038313435323235313b'],
    queclink: ['2b524553503a4754', '2b41434b3a4754484244'],
    osmand: ['47455420', '504f5354202f'],
  }
  for (const [name, texts] of Object.entries(beginnings))
    for (const hex of texts)
      expect(
        protocols.filter(p => p.tcp?.begins?.(Buffer.from(hex, 'hex')) === 'yes').map(p => p.name),
      ).toEqual([name])
  for (const { tcp } of protocols) expect(tcp?.begins?.(new Uint8Array(0)) ?? 'more').toBe('more')
})

describe('a folder is refused', () => {
  test.each([
    ['of a name that is taken', [protocol('a', 1), protocol('a', 2)], 'two of one protocol: a'],
    [
      'of a port that is taken',
      [protocol('a', 1), { ...protocol('b', 2), port: { variable: 'FLOTTA_B_PORT', default: 1 } }],
      'two of one default port: 1',
    ],
    [
      'of a variable that is taken',
      [protocol('a', 1), { ...protocol('b', 2), port: { ...port(1), default: 2 } }],
      'two of one port variable: FLOTTA_1_PORT',
    ],
    [
      'of a profile code that is taken',
      [protocol('a', 1, profile('x'), profile('x'))],
      'two of one profile: x',
    ],
    [
      'of a profile of another protocol',
      [protocol('b', 1, profile('x'))],
      'profile x of b says that it belongs to a',
    ],
    [
      'of an id with two meanings',
      [protocol('a', 1, profile('x', { id: 1, word: 'in1' }, { id: 1, word: 'in2' }))],
      'profile x: id 1 has two meanings',
    ],
    [
      'of a bit with two meanings',
      [
        protocol(
          'a',
          1,
          profile('x', { id: 1, word: 'in1', bit: 1 }, { id: 1, word: 'in2', bit: 1 }),
        ),
      ],
      'profile x: id 1 has two meanings',
    ],
    [
      'of an id with one meaning for all widths and one for some',
      [protocol('a', 1, profile('x', { id: 1, word: 'in1', width: 1 }, { id: 1, word: 'in2' }))],
      'profile x: id 1 has two meanings',
    ],
  ])('%s', (_, found, message) => expect(() => checkedProtocols(found)).toThrow(message))
  test('a folder with one id of two widths is accepted', () => {
    expect(
      checkedProtocols([
        protocol(
          'a',
          1,
          profile('x', { id: 1, word: 'in1', width: 1 }, { id: 1, word: 'in2', width: 2 }),
        ),
      ]),
    ).toHaveLength(1)
  })
})

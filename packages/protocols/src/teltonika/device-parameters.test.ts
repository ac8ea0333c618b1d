// Texts that read and set a device's own parameters, and the values in its answers.
import { expect, test } from 'vitest'
import { overTheAir } from './device-parameters.ts'

const { device_parameters: parameters } = overTheAir
const valuesOf = (text: string, answer: string) => parameters?.valuesOf(text, answer)

test('parameters are read and set by their ids [protocols.72]', () => {
  expect(parameters?.read(['2004', '2005'])).toBe('getparam 2004;2005')
  const values = [
    { id: '2004', value: 'example.com' },
    { id: '2005', value: '5000' },
  ]
  expect(parameters?.write(values)).toBe('setparam 2004:example.com;2005:5000')
})

test.each([
  ['one value', 'getparam 121', 'Param ID:121 Value:15', { 121: '15' }],
  [
    'several, of which only the first has the word Value [protocols.72]',
    'getparam 102;103;106',
    'Param ID:102 Value:0;103:120;106:0',
    { 102: '0', 103: '120', 106: '0' },
  ],
  ['an empty value', 'getparam 2001', 'Param ID:2001 Value:', { 2001: '' }],
  ['a parameter that does not exist', 'getparam 2027', "Param ID:2027 doesn't exist", {}],
  ['in small letters', 'getparam 10050', 'param id:10050 value: 300 ', { 10050: '300' }],
  [
    'a value with a semicolon and something like a parameter',
    'getparam 2001',
    'Param ID:2001 Value:web;10055:2',
    { 2001: 'web;10055:2' },
  ],
  ['none of the requested ones', 'getparam 10050', 'Param ID:10055 Value:2', {}],
  [
    'parameters that were set [protocols.72]',
    'setparam 2001:internet;2005:5000',
    'New value 2001:internet;2005:5000;',
    { 2001: 'internet', 2005: '5000' },
  ],
  ['an answer to something else', 'getinfo', 'Param ID:121 Value:15', {}],
  ['an answer without parameters to something else', 'getgps', 'GPS:1 Sat:9;Alt:178', {}],
  ['no answer of this kind', 'getparam 121', 'Data Link: 1 GPRS: 1', {}],
])('%s', (_, text, answer, values) => expect(valuesOf(text, answer)).toEqual(values))

// Labels of trackers, as their codes are read.
import { expect, test } from 'vitest'
import { type LabelNumber, labelNumber } from './label.ts'

const imei = '352093081452251'
test.each<[string, string, LabelNumber | null]>([
  ['an IMEI alone', imei, { number: imei, isCertain: true }],
  [
    'the code of Teltonika, with serial number and IMEI',
    `SN:1107782374;IMEI:${imei};BT MAC:001E42AABBCC`,
    { number: imei, isCertain: true },
  ],
  ['an IMEI among lines', `FMC130\nIMEI ${imei}\r\n`, { number: imei, isCertain: true }],
  [
    'the second of two numbers, where the first has a wrong check digit',
    `352093081452250 ${imei}`,
    { number: imei, isCertain: true },
  ],
  ['a serial number', '1107782374', { number: '1107782374', isCertain: false }],
  [
    'fifteen digits with a wrong check digit',
    '352093081452250',
    { number: '352093081452250', isCertain: false },
  ],
  [
    'the number of a SIM',
    '8939104430001234567',
    { number: '8939104430001234567', isCertain: false },
  ],
  ['another protocol’s name', 'GW-0042', { number: 'GW-0042', isCertain: false }],
  ['the address of a maker', 'https://example.com/fmb', null],
  ['text', 'Made in Lithuania', null],
  ['nothing', ' ', null],
])('%s [vehicles.86]', (_, code, expected) => expect(labelNumber(code)).toEqual(expected))

// The meaning of codes from labels, plates and other sources.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CODE_MAX, comparableText, labelPath, parseCode, type ScannedCode } from './rules.ts'

const vehicle = (id: number): ScannedCode => ({ kind: 'vehicle', id })
const words = (of: string): ScannedCode => ({ kind: 'words', words: of })
const rubbish: ScannedCode = { kind: 'rubbish' }

describe('a scanned or typed code is', () => {
  test.each<[string, string, ScannedCode]>([
    ['a plate', 'FR123KL', words('fr123kl')],
    ['a plate in small letters with spaces', ' fr 123 kl ', words('fr123kl')],
    ['a plate with dashes, as it is written in Germany', 'B-MW 1234', words('bmw1234')],
    ['a plate between the stars of Code 39', '*FR123KL*', words('fr123kl')],
    ['a serial with points and slashes', 'XLR.2020/017', words('xlr2020017')],
    ['a unit code', 'FL0000012', words('fl0000012')],
    ['a code behind the name of its symbology', ']C1FD00021', words('fd00021')],
    [
      'a code with the line end and group separator of a scanner',
      '\u001dFD00021\r\n',
      words('fd00021'),
    ],
    ['a code after which a tab was sent', 'FD00021\t', words('fd00021')],
    ['the label of a vehicle', 'https://fleet.example/printer/vehicle/12', vehicle(12)],
    [
      'the same under another name of the installation',
      'http://10.0.0.4:8080/printer/vehicle/12/date-range?x=1',
      vehicle(12),
    ],
    [
      'the same in capitals, as some scanners send it',
      'HTTPS://FLEET.EXAMPLE/printer/vehicle/12',
      vehicle(12),
    ],
    ['the same without a host', labelPath(7), vehicle(7)],
    ['the link of a vehicle’s page', 'https://fleet.example/details/31', vehicle(31)],
    [
      'the link of a vehicle on the map',
      'https://fleet.example/global-map?v=31&tab=eyecold',
      vehicle(31),
    ],
    [
      'the code of a receipt',
      'https://fleet.example/verify?c=AB.cd-12',
      { kind: 'receipt', code: 'AB.cd-12' },
    ],
    ['a receipt’s link that was cut', 'https://fleet.example/verify?c=', rubbish],
    ['somebody else’s page', 'https://shop.example/item/12', rubbish],
    ['a vehicle that cannot be', 'https://fleet.example/printer/vehicle/99999999999', rubbish],
    ['a vehicle of number nought', '/printer/vehicle/0', rubbish],
    ['a broken link', 'http://[', rubbish],
    ['nothing', '', rubbish],
    ['nothing but controls', '\u0000\u0002\u001b', rubbish],
    ['nothing but signs', ' -- ** ', rubbish],
    ['a whole page of text', 'x'.repeat(CODE_MAX + 1), rubbish],
  ])('%s', (_, text, expected) => expect(parseCode(text)).toEqual(expected))
})
test('any input of a scanner is answered', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text =>
      ['vehicle', 'receipt', 'words', 'rubbish'].includes(parseCode(text).kind),
    ),
  )
})
test('the same code in different spellings is equal', () => {
  expect(new Set(['FR 123-KL', 'fr123kl', 'Fr.123.Kl', 'FR_123_KL'].map(comparableText))).toEqual(
    new Set(['fr123kl']),
  )
})

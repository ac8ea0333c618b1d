// Encodings and separators of CSV files, as spreadsheets of several languages write them.
import { expect, test } from 'vitest'
import { csvTable, csvText } from './csv-text.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const utf8 = new TextEncoder()
test.each<[string, Uint8Array, string]>([
  ['UTF-8', utf8.encode('Città'), 'Città'],
  ['UTF-8 with its mark', utf8.encode('\uFEFFCittà'), 'Città'],
  ['Latin-1', bytes(0x43, 0x69, 0x74, 0x74, 0xe0), 'Città'],
  ['Windows-1252, with the sign for the euro', bytes(0x80, 0x35), '€5'],
  ['UTF-16, as Excel saves “Unicode text”', bytes(0xff, 0xfe, 0x43, 0, 0xe0, 0), 'Cà'],
  ['UTF-16 the other way round', bytes(0xfe, 0xff, 0, 0x43, 0, 0xe0), 'Cà'],
  ['nothing', bytes(), ''],
])('%s is read [exports.16]', (_, given, text) => expect(csvText(given)).toBe(text))

test.each([
  ['plate;type;model', ';'],
  ['plate,type,model', ','],
  ['plate\ttype', '\t'],
  ['plate', ';'],
  ['"plate, or name";type', ';'],
  ['plate,type\nAB;CD;EF;GH,V', ','],
])('the separator of %j is %j [exports.16]', (text, separator) =>
  expect(csvTable(text)).toEqual({ separator, text }),
)
test('a first line that only names the separator is no row [exports.16]', () =>
  expect(csvTable('sep=,\r\nplate,type')).toEqual({ separator: ',', text: 'plate,type' }))

import { expect, test } from 'vitest'
import { readVehicleRows } from './import.ts'

const existing = {
  profiles: new Map([
    ['fmb1xx', {}],
    ['fmx6', {}],
    ['gateway', { identifier: /^GW-\d+$/ }],
  ]),
  fleets: ['NORD'],
  plates: ['AA000AA'],
  imeis: ['123456789012345'],
}
const readCsv = (csv: string) =>
  readVehicleRows(
    csv.split('\n').map(l => l.split(',')),
    existing,
  )

test('rows become vehicles, with columns and types in any case, and empty rows are skipped', () => {
  expect(
    readCsv(
      'Plate,TYPE,subtype,fleet,imei,profile\nfr123kl,t,,nord,354018110000017,fmx6\n,,,,,\nGA1,U,suv,,,',
    ),
  ).toEqual({
    ok: true,
    rows: [
      { plate: 'FR123KL', type: 'T', fleet: 'nord', imei: '354018110000017', profile: 'fmx6' },
      { plate: 'GA1', type: 'U', subtype: 'suv' },
    ],
  })
})
test('duplicate columns, dates and formulas are refused with their row, and ten thousand rows are read but not one more', () => {
  expect(readCsv('plate,type,PLATE\nX,M,Y')).toMatchObject({
    ok: false,
    words: { key: 'command_line.columns_twice', values: { twice: 'plate' } },
  })
  const odd = [
    ['plate', 'type', 'serial'],
    ['X', 'M', new Date('2026-02-01')],
    ['=A1', 'M', ''],
    ['Y', 'M', "'-5"],
  ]
  expect(readVehicleRows(odd, existing)).toEqual({
    ok: false,
    words: { key: 'command_line.rows_wrong' },
    fields: {
      'row 2: serial': [{ key: 'command_line.date_odd', values: { date: '2026-02-01' } }],
      'row 3: plate': [{ key: 'command_line.formula' }],
    },
  })
  expect(readVehicleRows([odd[0] ?? [], odd[3] ?? []], existing)).toMatchObject({
    ok: true,
    rows: [{ plate: 'Y', serial: '-5' }],
  })
  const many = (count: number) => [
    ['plate', 'type'],
    ...Array.from({ length: count }, (_, i) => [`P${i}`, 'M']),
  ]
  const result = readVehicleRows(many(10_000), existing)
  expect(result.ok && result.rows.length).toBe(10_000)
  expect(readVehicleRows(many(10_001), existing)).toMatchObject({
    ok: false,
    words: { key: 'command_line.rows_many', values: { count: 10_001, most: 10_000 } },
  })
  const wrong = readVehicleRows(
    [['plate', 'type'], ...Array.from({ length: 200 }, () => ['', 'M'])],
    existing,
  )
  expect(wrong).toMatchObject({
    ok: false,
    words: { key: 'command_line.rows_wrong_many', values: { count: 200, told: 50 } },
  })
  expect(!wrong.ok && Object.keys(wrong.fields)).toHaveLength(50)
})
test('a device is named in the way of its family', () => {
  expect(readCsv('plate,type,imei,profile\nX,M,GW-7,gateway')).toMatchObject({
    ok: true,
    rows: [{ imei: 'GW-7', profile: 'gateway' }],
  })
})
test('a tracker needs no profile, because its first connection shows its protocol', () => {
  expect(readCsv('plate,type,imei,profile\nX,M,354018110000017,')).toMatchObject({
    ok: true,
    rows: [{ imei: '354018110000017' }],
  })
})
test.each([
  [
    'plate,type,imei,profile\nX,M,GW-7,fmx6',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'command_line.imei' }] },
  ],
  [
    'plate,type,imei,profile\nX,M,354018110000017,gateway',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'command_line.imei' }] },
  ],
  ['plate\nX', 'command_line.columns_missing', {}],
  ['plate,type,tipe\nX,M,', 'command_line.columns_unknown', {}],
  ['plate,type', 'command_line.rows_none', {}],
  [
    'plate,type\n,M',
    'command_line.rows_wrong',
    { 'row 2: plate': [{ key: 'validation.required' }] },
  ],
  ['plate,type\nX,Q', 'command_line.rows_wrong', { 'row 2: type': [{ key: 'validation.choice' }] }],
  [
    'plate,type\nX,M\nx,M',
    'command_line.rows_wrong',
    { 'row 3: plate': [{ key: 'command_line.twice' }] },
  ],
  [
    'plate,type\naa000aa,M',
    'command_line.rows_wrong',
    { 'row 2: plate': [{ key: 'command_line.plate_taken', values: { plate: 'AA000AA' } }] },
  ],
  [
    'plate,type\nAA 000 AA,M\nX Y,M\nXY,M',
    'command_line.rows_wrong',
    {
      'row 2: plate': [{ key: 'command_line.plate_taken', values: { plate: 'AA 000 AA' } }],
      'row 4: plate': [{ key: 'command_line.twice' }],
    },
  ],
  [
    'plate,type,subtype\nX,M,suv',
    'command_line.rows_wrong',
    { 'row 2: subtype': [{ key: 'command_line.subtype_of_cars' }] },
  ],
  [
    'plate,type,imei,profile\nX,M,12,fmx6',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'command_line.imei' }] },
  ],
  [
    'plate,type,imei,profile\nX,M,123456789012345,fmx6',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'validation.taken' }] },
  ],
  [
    'plate,type,imei,profile\nX,M,,fmx6',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'command_line.profile_of_imei' }] },
  ],
  [
    'plate,type,imei\nX,M,GW-7',
    'command_line.rows_wrong',
    { 'row 2: imei': [{ key: 'command_line.imei' }] },
  ],
  [
    'plate,type,imei,profile\nX,M,354018110000017,x',
    'command_line.rows_wrong',
    {
      'row 2: profile': [
        { key: 'command_line.unknown_profile', values: { known: 'fmb1xx, fmx6, gateway' } },
      ],
    },
  ],
  [
    'plate,type,fleet\nX,M,SUD',
    'command_line.rows_wrong',
    { 'row 2: fleet': [{ key: 'command_line.fleet_unknown', values: { code: 'SUD' } }] },
  ],
])('%j is refused: %s', (csv, key, fields) => {
  expect(readCsv(csv)).toMatchObject({ ok: false, words: { key }, fields })
})

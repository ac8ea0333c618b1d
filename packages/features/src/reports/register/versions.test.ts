// Rows, days and receipts of version 1, as they were hashed and signed when they were written, stay valid.
import { describe, expect, test } from 'vitest'
import { CHAIN_START, contentOf, digestOfDay, hashOfRow, marksOf, type Row } from './chain.ts'
import { digestOfReceipt, type Receipt, receiptPayload } from './code.ts'
import type { Statistic } from './contract.ts'

const AT = Date.parse('2026-11-20T11:00:00Z')
const first: Row = {
  ...{
    vehicle_id: 7,
    day: '2026-11-20',
    n: 1,
    at: AT,
    seconds: 900,
    measured_at: AT - 65_000,
    written_at: AT + 61_234,
  },
  ...{
    T1: -18.4,
    T2: -0,
    T3: null,
    T4: 4.25,
    setpoint_t1: -20,
    setpoint_t2: 2,
    setpoint_t3: null,
    out: 2,
    reason: null,
    corrects: null,
    extremes: null,
  },
}
const second: Row = {
  ...first,
  n: 2,
  at: AT + 900_000,
  T1: -12.5,
  reason: 'corrected',
  corrects: { day: '2026-11-19', n: 40 },
}
const hashes = [
  hashOfRow(CHAIN_START, first),
  hashOfRow(hashOfRow(CHAIN_START, first), second),
] as const
const hex = (bytes: Buffer): string => bytes.toString('hex')

test('rows always have the same hashes [register.14]', () => {
  expect(hashes.map(hex)).toEqual([
    '92bb2a0b2a36be0ebdef0c4601a6054d7033826338a72b8f44152f264ed2bd6a',
    '155c3c42819ff5ce1504087033972293ccd58a61121a91f46c26ef3e79fc69ed',
  ])
  expect([contentOf(first), contentOf(second)].map(hex)).toEqual([
    '7ff076472f42d2952d948e34beb55075a7a8e4c984f2ad2ad6acf40bf0011fe7',
    '3ae4993d948bacc751c9fc38851e1bfce0bcc2fedc63a369c475b1163cabaace',
  ])
})
test('days always have the same digest', () => {
  const marks = marksOf([
    { at: first.at, hash: hashes[0] },
    { at: second.at, hash: hashes[1] },
  ])
  const grid = [[AT - 43_200_000, 900]] as const
  const day = {
    vehicle_id: 7,
    day: '2026-11-20',
    timezone: 'Europe/Rome',
    grid,
    previous: CHAIN_START,
    rows: 2,
    hash: hashes[1],
    marks,
  }
  expect(hex(digestOfDay({ ...day, sealed_at: AT + 90_000_000, key_id: '0badcafe' }))).toBe(
    '71e4a4fd13fab5b6985063d5015531d70ed77fe9f3627df7e2375c3357bb520f',
  )
})
describe('receipts', () => {
  const statistic = {
    sensor: 'T1',
    min: -18.4,
    max: -12.5,
    average: -15.45,
    samples: 2,
  } as Statistic
  const receipt: Receipt = {
    ...{
      id: '00112233445566ff',
      customer_id: 3,
      vehicle_id: 7,
      user_id: 9,
      company: 'Aurora S.r.l.',
      plate: 'XB775LT',
      timezone: 'Europe/Rome',
    },
    ...{
      period_from: AT - 3_600_000,
      period_to: AT + 900_000,
      statistics: [statistic],
      findings: null,
    },
    seen: [[AT - 3_600_000, AT + 900_000]],
    head: { day: '2026-11-20', n: 2 },
    marks: marksOf([
      { at: first.at, hash: contentOf(first) },
      { at: second.at, hash: contentOf(second) },
    ]),
    contents: contentOf(second),
    issued_at: AT + 960_000,
    key_id: '0badcafe',
  }
  test('of version 1 always have the same digest [register.15]', () => {
    expect(hex(digestOfReceipt(receipt))).toBe('1d4da05a36b2cdd37395ea38e8b29c1f')
    expect(hex(receiptPayload(receipt))).toBe(
      '010badcafe00112233445566ff1d4da05a36b2cdd37395ea38e8b29c1f',
    )
  })
  test('of version 2 have every figure under their digest', () => {
    const at = new Date(AT).toISOString()
    const excursion = {
      sensor: 'T1',
      from: at,
      to: at,
      minutes: 14,
      peak: -10.9,
      peak_at: at,
      cause: 'door',
      registered: true,
    } as const
    const completeStatistic: Statistic = {
      ...statistic,
      min_at: at,
      max_at: at,
      minutes_outside: 14,
      completeness: 50,
      registered: true,
      mean_kinetic: -17.2,
    }
    const findings = { excursions: [excursion], verdict: 'outside', samples: 2 } as const
    const changedReceipt: Receipt = { ...receipt, statistics: [completeStatistic], findings }
    const later = new Date(AT + 1).toISOString()
    const changedReceipts: Receipt[] = [
      changedReceipt,
      receipt,
      ...(
        [
          { min: 0 },
          { min_at: later },
          { max: 0 },
          { max_at: later },
          { average: 0 },
          { mean_kinetic: 0 },
          { mean_kinetic: null },
          { samples: 3 },
          { minutes_outside: 0 },
          { completeness: 99 },
          { registered: false },
        ] as const
      ).map(part => ({ ...changedReceipt, statistics: [{ ...completeStatistic, ...part }] })),
      ...(
        [
          { sensor: 'T2' },
          { from: later },
          { to: later },
          { minutes: 4 },
          { peak: -12 },
          { peak_at: later },
          { cause: null },
          { registered: false },
        ] as const
      ).map(part => ({
        ...changedReceipt,
        findings: { ...findings, excursions: [{ ...excursion, ...part }] },
      })),
      { ...changedReceipt, findings: { ...findings, excursions: [] } },
      { ...changedReceipt, findings: { ...findings, verdict: 'within' } },
      { ...changedReceipt, findings: { ...findings, samples: 3 } },
    ]
    expect(
      new Set(changedReceipts.map(changedReceipt => hex(digestOfReceipt(changedReceipt)))).size,
    ).toBe(changedReceipts.length)
  })
})

// The first sentences of a receipt, and the limits that it names.
import { expect, test } from 'vitest'
import { receiptOfTests } from './testing-receipt.ts'
import { limitsOf, verdictWords } from './verdict.ts'

const receipt = receiptOfTests({ hours: 24 })
const [excursion] = receipt.excursions
const keys = (changes: Partial<typeof receipt>) => {
  const { headline, details } = verdictWords({ ...receipt, ...changes })
  return [headline.key, ...details.map(({ key }) => key)]
}
test.each([
  ['outside', receipt.excursions, receipt.gaps, ['excursions', 'gaps']],
  ['within', [], [], []],
  ['within', receipt.excursions, [], ['allowed']],
  ['unknown', [], receipt.gaps, ['gaps']],
] as const)(
  '%s comes first, then what the reader should know about it [printing.30, printing.40]',
  (verdict, excursions, gaps, expected) => {
    expect(keys({ verdict, excursions: [...excursions], gaps: [...gaps] })).toEqual([
      `printing.verdict.${verdict}`,
      ...expected.map(name =>
        name === 'gaps' ? 'printing.receipt.gaps' : `printing.verdict.${name}`,
      ),
    ])
  },
)
test('the verdict counts the excursions and names the length of the longest [printing.30]', () => {
  if (excursion === undefined) throw new Error('the receipt has an excursion')
  const { details } = verdictWords({
    ...receipt,
    excursions: [excursion, { ...excursion, minutes: 90 }, { ...excursion, minutes: 3 }],
  })
  expect(details[0]?.values).toEqual({ count: 3, longest: 90 })
})
test('the receipt lists each limit of a sensor once, in the order of time [printing.31]', () => {
  const at = receipt.period_from
  const limit = { sensor: 'T1' as const, compartment: 2, from: at, to: at, tolerance: 2 }
  expect(
    limitsOf('T1', {
      limits: [
        { ...limit, setpoint: -20 },
        { ...limit, setpoint: -18 },
        { ...limit, setpoint: -20 },
        { ...limit, sensor: 'T2', setpoint: 4 },
      ],
    }),
  ).toEqual([
    { low: -22, high: -18, compartment: 2 },
    { low: -20, high: -16, compartment: 2 },
  ])
})

// The first sentences of a receipt: whether the load stayed within its limits, and what limits that statement.
import type { Words } from '@flotta/core/problem.ts'
import type { Receipt } from './contract.ts'

/** The sentences at the top of a receipt: the verdict, then its reservations. */
export function verdictWords({
  verdict,
  excursions,
  gaps,
}: Pick<Receipt, 'verdict' | 'excursions' | 'gaps'>): {
  readonly headline: Words
  readonly details: readonly Words[]
} {
  const longest = Math.max(0, ...excursions.map(({ minutes }) => minutes))
  return {
    headline: { key: `printing.verdict.${verdict}` },
    details: [
      ...(excursions.length === 0
        ? []
        : [
            {
              // within the limits no excursion was longer than the alert allows, which the reader must know beside their number
              key: `printing.verdict.${verdict === 'within' ? 'allowed' : 'excursions'}`,
              values: { count: excursions.length, longest },
            },
          ]),
      ...(gaps.length === 0
        ? []
        : [{ key: 'printing.receipt.gaps', values: { count: gaps.length } }]),
    ],
  }
}

/** The pairs of limits that a sensor had, each once, in the order of time: `−25 … −15`. */
export function limitsOf(
  sensor: string,
  { limits }: Pick<Receipt, 'limits'>,
): readonly { readonly low: number; readonly high: number; readonly compartment: number }[] {
  const limitsByRange = new Map<string, { low: number; high: number; compartment: number }>()
  for (const limit of limits) {
    if (limit.sensor !== sensor) continue
    const [low, high] = [limit.setpoint - limit.tolerance, limit.setpoint + limit.tolerance]
    limitsByRange.set(`${low} ${high}`, { low, high, compartment: limit.compartment })
  }
  return [...limitsByRange.values()]
}

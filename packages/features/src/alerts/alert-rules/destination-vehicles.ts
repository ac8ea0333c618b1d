// Of which vehicles of its rule a destination is told. Pure.
import type { RuleDestination } from './contract.ts'

/** By so many vehicles a destination may differ from its rule: a sentence can name them. */
export const MOST_NAMED = 3
/** So many differences a rule may have; with more it would be no sentence, and each is a rule of its own. */
export const MOST_DIFFERENCES = 6

/** @param vehicles those of the rule */
export function vehiclesOfDestination(
  { only = [], except = [] }: Partial<Pick<RuleDestination, 'only' | 'except'>>,
  vehicles: readonly number[],
): readonly number[] {
  if (only.length === 0 && except.length === 0) return vehicles
  return vehicles.filter(id => (only.length === 0 || only.includes(id)) && !except.includes(id))
}

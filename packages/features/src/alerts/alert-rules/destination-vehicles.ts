// Which vehicles of its rule a destination is told of. Pure.
import type { RuleDestination } from './contract.ts'

/** The most vehicles by which a destination may differ from its rule, so that a sentence can name them. */
export const MOST_NAMED = 3
/** The most differences of a rule; a sentence could not name more, so each becomes a rule of its own. */
export const MOST_DIFFERENCES = 6

/**
 * The vehicles of a destination.
 * @param vehicles of the rule
 */
export function vehiclesOfDestination(
  { only = [], except = [] }: Partial<Pick<RuleDestination, 'only' | 'except'>>,
  vehicles: readonly number[],
): readonly number[] {
  if (only.length === 0 && except.length === 0) return vehicles
  return vehicles.filter(id => (only.length === 0 || only.includes(id)) && !except.includes(id))
}

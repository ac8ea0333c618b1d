// Of which vehicles of its rule a destination is told. Pure.
import type { RuleDestination } from './contract.ts'

/** @param vehicles those of the rule */
export function vehiclesOfDestination(
  { only = [], except = [] }: Partial<Pick<RuleDestination, 'only' | 'except'>>,
  vehicles: readonly number[],
): readonly number[] {
  if (only.length === 0 && except.length === 0) return vehicles
  return vehicles.filter(id => (only.length === 0 || only.includes(id)) && !except.includes(id))
}

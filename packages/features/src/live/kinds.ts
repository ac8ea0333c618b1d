// Which kinds of a vehicle's data a customer may hear of: what its agreements open, and for its owner the position.
import { agreement } from '../agreements/contract.ts'

/** A kind that is not here is open to everybody who sees the vehicle. */
const NEEDS: Readonly<Record<string, readonly number[]>> = {
  trip: [agreement.eyegeo],
  power: [agreement.eyepower],
  temperature: [agreement.eyecold, agreement.fridge],
}
const LOCATION = ['position', 'ignition']

export function mayHear(kind: string, { owner, agreements }: { readonly owner: boolean; readonly agreements: readonly number[] }): boolean {
  if (LOCATION.includes(kind)) return owner || agreements.includes(agreement.eyegeo)
  const needs = NEEDS[kind]
  return needs === undefined || needs.some(id => agreements.includes(id))
}

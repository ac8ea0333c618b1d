// The past moment that a screen shows, and which of its vehicles have left the fleet since.
import { createContext, use } from 'react'
import type { Former } from '../../../fleet/vehicles/contract.ts'

/** null: the present is shown. */
export const PastMoment = createContext<number | null>(null)
export const usePastMoment = (): number | null => use(PastMoment)

export type FormerById = ReadonlyMap<number, Former>
export const NO_FORMER: FormerById = new Map()
/** Vehicle → what happened to it; present vehicles are not in it. */
export const FormerVehicles = createContext<FormerById>(NO_FORMER)

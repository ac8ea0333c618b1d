// The past moment that a screen shows; null: it shows the present.
import { createContext, use } from 'react'

export const PastMoment = createContext<number | null>(null)
export const usePastMoment = (): number | null => use(PastMoment)

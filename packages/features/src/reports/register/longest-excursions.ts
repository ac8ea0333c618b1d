// Which excursions the first page of a certificate lists; the verification page shows the same until all are requested. Pure.
import type { Excursion } from './contract.ts'

/** The most excursions that fit on the first page of A4, beside the figures of four sensors, the chart and the signature. */
const FIRST_PAGE = 8
/** All excursions, or the longest if there are many. */
export const longestExcursions = (excursions: Excursion[]): Excursion[] =>
  excursions.length <= FIRST_PAGE
    ? excursions
    : excursions.toSorted((a, b) => b.minutes - a.minutes).slice(0, FIRST_PAGE)

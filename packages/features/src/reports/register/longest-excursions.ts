// The excursions that the first page of a certificate lists, and the page that verifies it before it is asked for all. Pure.
import type { Excursion } from './contract.ts'

/** Excursions that have room on the first page of A4 with the figures of four sensors, the chart and the signature. */
const FIRST_PAGE = 8
/** All of them, or of many the longest. */
export const longestExcursions = (excursions: Excursion[]): Excursion[] =>
  excursions.length <= FIRST_PAGE
    ? excursions
    : excursions.toSorted((a, b) => b.minutes - a.minutes).slice(0, FIRST_PAGE)

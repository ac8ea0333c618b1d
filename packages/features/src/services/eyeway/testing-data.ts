// Axle data for tests: every field, with nothing known.
import { measures } from './measures.ts'

export const noTires = { ...measures.answer({}), gross_weight: null as number | null }

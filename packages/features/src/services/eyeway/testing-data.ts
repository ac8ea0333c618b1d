// Axle data for tests: every field, all unknown.
import { measures } from './measures.ts'

export const noTires = { ...measures.answer({}), gross_weight: null as number | null }

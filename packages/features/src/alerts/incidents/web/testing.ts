// Alerts for the tests of screens.
import type { ActiveAlert } from '../contract.ts'

/** An alert without marks. */
export const withoutMarks = {
  acknowledged_at: null,
  acknowledged_by: null,
  comment: null,
  assigned_to: null,
} satisfies Partial<ActiveAlert>

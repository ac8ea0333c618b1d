// Alerts for the tests of screens.
import type { ActiveAlert } from '../contract.ts'

/** Nobody has said anything of it. */
export const withoutMarks = {
  acknowledged_at: null,
  acknowledged_by: null,
  comment: null,
  assigned_to: null,
} satisfies Partial<ActiveAlert>

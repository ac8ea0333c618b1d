// The next step of a sign-in after the password, as `login` answers it.
import { ApiError } from '@flotta/ui/api.ts'

/** The next step of a sign-in after the password. */
export interface NextStep {
  readonly ticket: string
  readonly methods: readonly string[]
  readonly isEnrolment: boolean
}
/** The next step in an answer of `login`; null: none. */
export function nextStepOf(error: unknown): NextStep | null {
  if (!(error instanceof ApiError)) return null
  const isEnrolment = error.code === 'second_factor_enrol'
  const ticket = error.fields.ticket?.[0]
  if ((!isEnrolment && error.code !== 'second_factor') || ticket === undefined) return null
  return { ticket, methods: error.fields.methods ?? [], isEnrolment }
}

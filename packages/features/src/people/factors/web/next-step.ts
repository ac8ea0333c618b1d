// What a sign-in asks for after the password, as `login` answers it.
import { ApiError } from '@flotta/ui/api.ts'

/** What a sign-in waits for after the password. */
export interface NextStep {
  readonly ticket: string
  readonly methods: readonly string[]
  readonly isEnrolment: boolean
}
/** The next step that an answer of `login` names; null: it names none. */
export function nextStepOf(error: unknown): NextStep | null {
  if (!(error instanceof ApiError)) return null
  const isEnrolment = error.code === 'second_factor_enrol'
  const ticket = error.fields.ticket?.[0]
  if ((!isEnrolment && error.code !== 'second_factor') || ticket === undefined) return null
  return { ticket, methods: error.fields.methods ?? [], isEnrolment }
}

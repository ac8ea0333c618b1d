// A contract's schema as the validator of a form, with messages in the reader's language.
import { wordsByField } from '@flotta/core/issues.ts'
import type { z } from 'zod'
import { ApiError } from './api.ts'
import { say } from './texts.ts'

/** `useForm({ validate: zodForm(LoginForm) })`; the first fault of each field is shown. */
export const zodForm =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const result = schema.safeParse(values)
    if (result.success) return {}
    const errors: Record<string, string> = {}
    for (const [field, [first]] of Object.entries(wordsByField(result.error, values)))
      if (first !== undefined) errors[field] = say(first.key, first.values)
    return errors
  }

/** The server's messages for the fields of a failed call (422), for `form.setErrors`; null when it was another failure. */
export function fieldErrors(error: unknown): Record<string, string> | null {
  if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0) return null
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, messages]) => [field, messages.join(' · ')]),
  )
}

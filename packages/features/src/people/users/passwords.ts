// Passwords that nobody may choose: the commonest ones, and those that resemble their person.
import { invalid } from '@flotta/core/problem.ts'
import { isLikePerson } from './rules.ts'

/** The ten thousand commonest passwords, without those that are too short anyway, one per line; from zxcvbn 4.4.2 (MIT). */
const files = import.meta.glob<string>('./common-passwords.txt', {
  eager: true,
  import: 'default',
  query: '?raw',
})
const common: ReadonlySet<string> = new Set(
  Object.values(files).flatMap(text => text.split('\n').filter(Boolean)),
)

/** Whether it is one of the commonest, regardless of case. */
export const isCommon = (password: string): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())

/** Why this person may not choose it, as a text key; null: it is allowed. */
function weakness(
  password: string,
  person: { readonly name: string; readonly email: string },
): string | null {
  if (isCommon(password)) return 'validation.password_common'
  return isLikePerson(password, person) ? 'validation.password_like_you' : null
}
/** Throws on the field where the password is not allowed. */
export function mustBeStrong<F extends string>(
  field: F,
  password: string,
  person: { readonly name: string; readonly email: string },
): void {
  const fault = weakness(password, person)
  if (fault !== null) throw invalid({ [field]: fault })
}

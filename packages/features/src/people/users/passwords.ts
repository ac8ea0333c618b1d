// Which passwords nobody may choose: those that everybody tries first, and those that are like their person.
import { invalid } from '@flotta/core/problem.ts'
import { isLikePerson } from './rules.ts'

/** Of the ten thousand commonest those that are long enough to be chosen at all, one a line; from zxcvbn 4.4.2 (MIT). */
const files = import.meta.glob<string>('./common-passwords.txt', {
  eager: true,
  import: 'default',
  query: '?raw',
})
const common: ReadonlySet<string> = new Set(
  Object.values(files).flatMap(text => text.split('\n').filter(Boolean)),
)

/** Whether it is one of the commonest, whatever the case. */
export const isCommon = (password: string): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())

/** Why it may not be this person's password, as a text key; null: it may. */
function weakness(
  password: string,
  person: { readonly name: string; readonly email: string },
): string | null {
  if (isCommon(password)) return 'validation.password_common'
  return isLikePerson(password, person) ? 'validation.password_like_you' : null
}
/** Throws on the field where it may not be. */
export function mustBeStrong<F extends string>(
  field: F,
  password: string,
  person: { readonly name: string; readonly email: string },
): void {
  const fault = weakness(password, person)
  if (fault !== null) throw invalid({ [field]: fault })
}

// The rules for passwords.
import type { Role } from '@flotta/core/contract.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

/** The text keys of the rules that a password breaks; empty when it is good. */
export function passwordFaults(password: string): string[] {
  const faults: string[] = []
  if (password.length < PASSWORD_MIN) faults.push('validation.password_short')
  if (password.length > PASSWORD_MAX) faults.push('validation.password_long')
  if (!/\p{Lu}/u.test(password)) faults.push('validation.password_uppercase')
  if (!/\p{Ll}/u.test(password)) faults.push('validation.password_lowercase')
  if (!/\d/.test(password)) faults.push('validation.password_digit')
  if (!/[#?!@$%^&*-]/.test(password)) faults.push('validation.password_special')
  return faults
}

/** The printing password needs its length only (users.28). */
export const printingPasswordFaults = (password: string): string[] =>
  password.length < PASSWORD_MIN
    ? ['validation.password_short']
    : password.length > PASSWORD_MAX
      ? ['validation.password_long']
      : []

/** The letters and digits of a text, in lower case and without accents. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
/** Characters: shorter parts of a name occur in many words. */
const SHORTEST_PART = 4
/** A password with fewer letters than this beside the name or the address resembles it. */
const OWN_LETTERS = 3
/** Whether a password is the person's address or name, or little more. */
export function isLikePerson(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): boolean {
  const [local = ''] = email.split('@')
  const parts = [
    email,
    local,
    name,
    ...name.split(/[^\p{L}\p{N}]+/u),
    ...local.split(/[^\p{L}\p{N}]+/u),
  ]
    .map(bare)
    .filter(part => part.length >= SHORTEST_PART)
  const rest = parts
    .toSorted((a, b) => b.length - a.length)
    .reduce((remainder, part) => remainder.replaceAll(part, ''), bare(password))
  return rest.length < bare(password).length && rest.replaceAll(/\p{N}/gu, '').length < OWN_LETTERS
}

const rank = { view: 1, edit: 2, control: 3 } as const
/** Which roles a person may manage and grant: none above the own role. Printing is below all others. */
export const mayGrant = (ownRole: Role | null, role: Role): boolean =>
  ownRole !== null &&
  (role === 'printing' || (ownRole !== 'printing' && rank[role] <= rank[ownRole]))
/** Users of these roles manage the others; a customer must keep one of them. */
export const manages = (role: Role | null): boolean => role === 'edit' || role === 'control'
/** A person's standing: a role in a company, and the mark of a provider. */
interface Standing {
  readonly role: Role | null
  readonly provider: boolean
}
/** Whether a user may change another one. A provider is above every role of a company: only another provider changes one (users.48). */
export const mayManage = (own: Standing, { role, provider }: Standing): boolean =>
  role !== null && mayGrant(own.role, role) && (!provider || own.provider)

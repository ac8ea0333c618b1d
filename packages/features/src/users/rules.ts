// What a password must be (P §5).
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

/** The printing password needs its length only (P §5). */
export const printingPasswordFaults = (password: string): string[] =>
  password.length < PASSWORD_MIN ? ['validation.password_short'] : password.length > PASSWORD_MAX ? ['validation.password_long'] : []

const rank = { view: 1, edit: 2, control: 3 } as const
/** Who may manage whom, and grant what: nothing above the own role; printing stands below all. */
export const mayGrant = (own: Role, role: Role): boolean => role === 'printing' || (own !== 'printing' && rank[role] <= rank[own])
/** Users of these roles manage the others; a customer keeps one. */
export const manages = (role: Role): boolean => role === 'edit' || role === 'control'

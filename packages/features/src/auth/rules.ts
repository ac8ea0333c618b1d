// What a password must be, and how long things of a sign-in live (P §5, decisions 3).
export const TOKEN_MINUTES = 15
export const COOKIE_DAYS = 60
export const RESET_MINUTES = 60
export const LOCKOUT_MINUTES = 15
export const FAILURES_PER_ACCOUNT = 5
export const FAILURES_PER_ADDRESS = 20
export const FORGOT_PER_HOUR = 3
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

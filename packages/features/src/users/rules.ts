// What a password must be (P §5).
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

// How long things of a sign-in live, and how often may be tried (decisions 3).
export const TOKEN_MINUTES = 15
export const COOKIE_DAYS = 60
export const RESET_MINUTES = 60
export const LOCKOUT_MINUTES = 15
export const FAILURES_PER_ACCOUNT = 5
export const FAILURES_PER_ADDRESS = 20
export const FORGOT_PER_HOUR = 3

// How long tokens, sessions and links live, and how many attempts are allowed.
import { perHour } from '@flotta/platform/limits.ts'

export const TOKEN_MINUTES = 15
export const COOKIE_DAYS = 60
/** A session that nobody used for so long is over. */
export const IDLE_DAYS = 14
/** An ended session is remembered so long, so that who comes back with it is told. */
export const ENDED_KEPT_DAYS = 30
export const RESET_MINUTES = 60
export const FORGOT_PER_HOUR = 3
/** An office behind one address asks more often than one person. */
export const FORGOT_PER_ADDRESS = perHour(20)

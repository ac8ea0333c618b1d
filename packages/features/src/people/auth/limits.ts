// How long tokens, sessions and links are valid, and how many attempts are allowed.
import { perHour } from '@flotta/platform/limits.ts'

export const TOKEN_MINUTES = 15
export const COOKIE_DAYS = 60
/** A session that was not used for this many days ends. */
export const IDLE_DAYS = 14
/** An ended session is stored this many days, so that a browser that returns with it is told why. */
export const ENDED_KEPT_DAYS = 30
export const RESET_MINUTES = 60
export const FORGOT_PER_HOUR = 3
/** Higher than for one person, because an office may share one address. */
export const FORGOT_PER_ADDRESS = perHour(20)

// The session of this tab. The token is in memory only; after a reload the HttpOnly cookie gives a new one.
import { API, Failure, SESSION_PATH } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { learnClock, now } from './clock.ts'

/** Why a session ended: the person signed out, it expired, it was ended from elsewhere, or the password expired (423). */
const SessionEnd = z.enum(['signed_out', 'expired', 'ended', 'locked'])
export type SessionEnd = z.infer<typeof SessionEnd>
export interface SessionState {
  readonly signedIn: boolean
  /** Why the last session ended; null before the first. */
  readonly ended: SessionEnd | null
}

/** The token is renewed this long before its end, ms. */
const RENEW_BEFORE = 120_000
const RenewalReply = z.object({ data: z.object({ token: z.string(), expires_at: z.string() }) })

let currentToken: { readonly token: string; readonly until: number } | null = null
let state: SessionState = { signedIn: false, ended: null }
let renewal: Promise<boolean> | null = null
let generation = 0
const listeners = new Set<() => void>()
const replacedListeners = new Set<() => void>()

/** Tabs of one browser share the cookie, so they share the end and the change of a session. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('flotta-session')
tabs?.addEventListener('message', event => {
  const reason = SessionEnd.safeParse(event.data)
  if (reason.success) finish(reason.data)
  if (event.data === 'began') for (const listener of replacedListeners) listener()
})

function setState(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}
function hold(token: string, expiresAt: string): void {
  generation++
  currentToken = { token, until: Date.parse(expiresAt) }
  setState({ signedIn: true, ended: null })
}
function finish(reason: SessionEnd): void {
  // Without a sign-in there is no session that could expire.
  if (
    currentToken === null &&
    (state.ended === reason || reason === 'expired' || reason === 'ended')
  )
    return
  generation++
  currentToken = null
  setState({ signedIn: false, ended: reason })
}

/** The reason why the server no longer accepts a session, by its answer. */
export const endOf = (status: number, code: string | undefined): SessionEnd =>
  status === 423 ? 'locked' : code === 'session_ended' ? 'ended' : 'expired'

async function exchange(): Promise<boolean> {
  const mine = generation
  const response = await fetch(`${API}${SESSION_PATH}`, {
    method: 'POST',
    credentials: 'same-origin',
  })
  learnClock(response.headers.get('date'))
  if (!response.ok) {
    // Read in any case, because an unread answer keeps its connection occupied.
    const failure = Failure.safeParse(await response.json().catch(() => null))
    if (response.status >= 500 || response.status === 429)
      throw new Error(`session answered ${response.status}`)
    if (mine === generation) finish(endOf(response.status, failure.data?.code))
    return false
  }
  const { data } = RenewalReply.parse(await response.json())
  // A sign-in or sign-out that happened meanwhile wins.
  if (mine === generation) hold(data.token, data.expires_at)
  return currentToken !== null
}

export const session = {
  /** Begins a session after a sign-in, and informs the other tabs. */
  begin(token: { readonly token: string; readonly expires_at: string }): void {
    hold(token.token, token.expires_at)
    tabs?.postMessage('began')
  },
  /** Drops the token in every tab. */
  end(reason: SessionEnd): void {
    finish(reason)
    tabs?.postMessage(reason)
  },
  /**
   * Gets a fresh token by the cookie; simultaneous callers share one exchange. False when there is no session any more; rejects when the server
   * cannot be reached.
   */
  renew(): Promise<boolean> {
    renewal ??= exchange().finally(() => {
      renewal = null
    })
    return renewal
  },
  /** The token to send, renewed first when its end is near; null when signed out. */
  async token(): Promise<string | null> {
    if (currentToken !== null && currentToken.until - now() < RENEW_BEFORE)
      await session.renew().catch(() => false)
    return currentToken?.token ?? null
  },
  /** The current token, for calls that need none but may say who calls; null when signed out. */
  held: (): string | null => currentToken?.token ?? null,
  snapshot: (): SessionState => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** A user signed in, in another tab of this browser. */
  onReplaced(listener: () => void): () => void {
    replacedListeners.add(listener)
    return () => replacedListeners.delete(listener)
  },
}

// A session that ended while its page stays: the sign-in covers the page, whose calls wait until the same account is back (navigation.82).

/** The page that stays, and how it goes on. */
export interface InterruptedPage {
  readonly href: string
  /** The address of the sign-in that covers it. */
  readonly login: '/login' | '/printer/login'
  /** The account whose session ended. */
  readonly email: string
  /** After a sign-in: the page goes on for the same account and is loaded anew for another. */
  readonly goOn: () => Promise<void>
}

let page: InterruptedPage | null = null
const listeners = new Set<() => void>()
/** Calls that wait for the end of the interruption. */
let waiting: (() => void)[] = []

function setPage(next: InterruptedPage | null): void {
  page = next
  for (const listener of listeners) listener()
}

/** A dialog of the page listens to keys on the window: Esc must not close what is covered. This listener is older than any dialog. */
function holdEscape(event: KeyboardEvent): void {
  if (page !== null && event.key === 'Escape') event.stopImmediatePropagation()
}
/** Whoever goes back or forward leaves the page, which cannot ask about what was typed: the other address is opened anew. */
function leave(event: PopStateEvent): void {
  if (page === null) return
  event.stopImmediatePropagation()
  location.reload()
}
if (typeof window !== 'undefined') {
  window.addEventListener('keydown', holdEscape, { capture: true })
  window.addEventListener('popstate', leave, { capture: true })
}

export const interruption = {
  begin: (next: InterruptedPage): void => setPage(next),
  /** The page goes on, or is given up: its calls are sent. */
  end(): void {
    setPage(null)
    const calls = waiting
    waiting = []
    for (const go of calls) go()
  },
  /** Resolves when there is no interruption. */
  over: (): Promise<void> =>
    page === null ? Promise.resolve() : new Promise(resolve => waiting.push(resolve)),
  snapshot: (): InterruptedPage | null => page,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

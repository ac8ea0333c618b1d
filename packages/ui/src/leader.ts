// One tab of a browser leads, so that what is to be heard or shown once is not heard from each of them.

/** Leads until `signal` aborts; where the browser knows no locks (plain http), the tab that is seen does. */
export function lead(name: string, signal: AbortSignal): { readonly leads: () => boolean } {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return { leads: () => document.visibilityState === 'visible' }
  let isLeader = false
  const ended = new Promise<void>(resolve =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  locks
    .request(name, { signal }, () => {
      isLeader = true
      return ended
    })
    // given up before it was ours
    .catch(() => undefined)
  return { leads: () => isLeader && !signal.aborted }
}

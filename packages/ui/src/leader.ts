// One tab of a browser is the leader: only it plays sounds and shows notices of the browser.

/** Takes part until `signal` aborts. In a browser without locks (plain http) the visible tab is the leader. */
export function lead(name: string, signal: AbortSignal): { readonly leads: () => boolean } {
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return { leads: () => document.visibilityState === 'visible' }
  let isLeader = false
  const end = new Promise<void>(resolve =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  locks
    .request(name, { signal }, () => {
      isLeader = true
      return end
    })
    // The request was aborted before this tab became the leader.
    .catch(() => undefined)
  return { leads: () => isLeader && !signal.aborted }
}

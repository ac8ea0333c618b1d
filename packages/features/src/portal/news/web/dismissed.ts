// The id of the newest news item that was closed in this browser, in local storage.
const KEY = 'flotta.news'

export function isDismissed(id: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(id)
  } catch {
    // A browser without storage would show the same item at every visit, so it counts as closed.
    return true
  }
}
export function dismiss(id: number): void {
  try {
    localStorage.setItem(KEY, String(id))
  } catch {
    // Without storage nothing is remembered.
  }
}

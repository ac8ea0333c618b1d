// Which news this browser has seen and closed: the newest one's id, in local storage.
const KEY = 'flotta.news'

export function isDismissed(id: number): boolean {
  try {
    return localStorage.getItem(KEY) === String(id)
  } catch {
    // a browser that keeps nothing would show the same news at every visit
    return true
  }
}
export function dismiss(id: number): void {
  try {
    localStorage.setItem(KEY, String(id))
  } catch {
    // nothing is kept here
  }
}

// The server's clock as this browser sees it, so that ages are right on a machine whose clock is wrong.
let offset = 0

/** Epoch ms by the server's clock. */
export const now = (): number => Date.now() + offset

/** Reads a response's `Date` header (whole seconds); differences under 3 s are caused by the network. */
export function learnClock(date: string | null): void {
  const server = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(server)) return
  const measuredOffset = server + 500 - Date.now()
  offset = Math.abs(measuredOffset) < 3000 ? 0 : measuredOffset
}

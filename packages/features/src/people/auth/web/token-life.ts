// The remaining life of a token, to be shown before an integration stops.

const SOON = 30 * 86_400_000

export function lifeOf(expires_at: string, now: number): 'over' | 'soon' | 'long' {
  const remainingMs = Date.parse(expires_at) - now
  return remainingMs <= 0 ? 'over' : remainingMs < SOON ? 'soon' : 'long'
}

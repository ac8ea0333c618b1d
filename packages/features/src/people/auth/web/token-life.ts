// How a token's life stands: to be seen before an integration stops, not after.

const SOON = 30 * 86_400_000

export function lifeOf(expires_at: string, now: number): 'over' | 'soon' | 'long' {
  const remainingMs = Date.parse(expires_at) - now
  return remainingMs <= 0 ? 'over' : remainingMs < SOON ? 'soon' : 'long'
}

// How a token's life stands: to be seen before an integration stops, not after.

const SOON = 30 * 86_400_000

export function lifeOf(expires_at: string, now: number): 'over' | 'soon' | 'long' {
  const left = Date.parse(expires_at) - now
  return left <= 0 ? 'over' : left < SOON ? 'soon' : 'long'
}

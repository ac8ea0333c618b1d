// Single sign-on to the tachograph platform: user, vehicle and expiry, signed with a shared secret. Pure.

export interface Ticket {
  readonly user_id: number
  readonly customer_id: number
  readonly email: string
  readonly vehicle_id: number
  readonly plate: string
  readonly language: string
  /** Random and used once: the platform remembers it until the ticket has expired. */
  readonly nonce: string
}
/** How long the link is valid, seconds. */
export const LIFETIME_S = 60

/** The signed text: every parameter but the signature, sorted by name and encoded as in the address. */
export function ticketParameters(ticket: Ticket, now: number): URLSearchParams {
  const issuedAt = Math.floor(now / 1_000)
  const parameters = new URLSearchParams({
    ...Object.fromEntries(Object.entries(ticket).map(([name, value]) => [name, String(value)])),
    issued_at: String(issuedAt),
    expires_at: String(issuedAt + LIFETIME_S),
  })
  parameters.sort()
  return parameters
}

/**
 * The address of the platform with the ticket; the address's own parameters come first.
 * @param sign HMAC-SHA256 of a text with the secret, hex
 */
export function signedLink(
  platform: string,
  ticket: Ticket,
  now: number,
  sign: (text: string) => string,
): string {
  const parameters = ticketParameters(ticket, now)
  const signature = sign(parameters.toString())
  const url = new URL(platform)
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  url.searchParams.set('signature', signature)
  return url.href
}

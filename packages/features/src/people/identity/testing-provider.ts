// An identity provider for tests that can lie: about its identity, the client, the visit, the time and the key.
import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const jsonOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** What the token states wrongly. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signed by a key that the identity provider does not publish, or not at all. */
  readonly signature?: 'stranger' | 'none'
}
/** @param person the claims of the person who signs in */
export async function openProvider(client_id: string) {
  let key = newKey()
  let kid = randomUUID()
  const stranger = newKey()
  let issuer = ''
  let nonce = ''
  let person: Readonly<Record<string, unknown>> = {}
  let lie: Lie = {}
  let isAway = false
  /** Each refresh token is valid once. */
  const refreshTokens = new Map<string, Readonly<Record<string, unknown>>>()
  const lockedOut = new Set<unknown>()
  const tokenWith = (more: object | undefined, claims: object, by: Lie['signature']): string => {
    const header = { alg: by === 'none' ? 'none' : 'RS256', kid, ...more }
    const text = `${jsonOf(header)}.${jsonOf(claims)}`
    if (by === 'none') return `${text}.`
    const { privateKey } = by === 'stranger' ? stranger : key
    return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`
  }
  const tokenOf = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, aud: client_id, iat: now, exp: now + 300, nonce, ...person }
    return tokenWith(lie.header, { ...claims, ...lie.claims }, lie.signature)
  }
  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'offline_access'],
    }),
    '/keys': () => ({
      keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }],
    }),
  }
  const opened = (claims: Readonly<Record<string, unknown>>, id_token: string) => {
    const refresh_token = randomUUID()
    refreshTokens.set(refresh_token, claims)
    const access_token = randomUUID()
    return { access_token, token_type: 'Bearer', expires_in: 60, refresh_token, id_token }
  }
  function grant(form: URLSearchParams): { readonly status: number; readonly body: object } {
    if (isAway) return { status: 503, body: {} }
    if (form.get('grant_type') !== 'refresh_token')
      return { status: 200, body: opened(person, tokenOf()) }
    const token = form.get('refresh_token') ?? ''
    const claims = refreshTokens.get(token)
    refreshTokens.delete(token)
    if (claims === undefined || lockedOut.has(claims.sub))
      return { status: 400, body: { error: 'invalid_grant' } }
    const now = Math.floor(Date.now() / 1000)
    const common = { iss: issuer, aud: client_id, iat: now, exp: now + 300 }
    const present = { ...claims, ...(claims.sub === person.sub && person) }
    return {
      status: 200,
      body: opened(present, tokenWith({}, { ...common, ...present }, undefined)),
    }
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', part => {
      text += part
    })
    request.on('end', () => {
      const answer = answers[request.url ?? '']
      const { status, body } =
        request.url === '/token'
          ? grant(new URLSearchParams(text))
          : { status: answer === undefined ? 404 : 200, body: answer?.() ?? {} }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    issuer,
    /** Sets who signs in next, for which visit, and with which lie. */
    answer(claims: Readonly<Record<string, unknown>>, visit: string, how: Lie = {}): void {
      person = claims
      nonce = visit
      lie = how
    },
    /** The token of a sign-out message. */
    logoutToken(claims: Readonly<Record<string, unknown>>, how: Lie = {}): string {
      const now = Math.floor(Date.now() / 1000)
      const news = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const common = { iss: issuer, aud: client_id, iat: now, exp: now + 120, jti: randomUUID() }
      return tokenWith(
        { typ: 'logout+jwt', ...how.header },
        { ...common, events: news, ...claims, ...how.claims },
        how.signature,
      )
    },
    /** Ends the access of a person there. */
    lockOut: (subject: string) => void lockedOut.add(subject),
    /** Whether it refuses to issue tokens. */
    away(value: boolean): void {
      isAway = value
    },
    rotate(): void {
      key = newKey()
      kid = randomUUID()
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

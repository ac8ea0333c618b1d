// The part of the TypeScript client that is the same in every installation: calls, failures, and events of web hooks. It needs nothing but `fetch` and Web Crypto.

export const CLIENT_RUNTIME = String.raw`
/** A call that was refused: the message for people, the code for programs, and the faults of the fields in data. */
export class FlottaError extends Error {
  readonly status: number
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>
  constructor(status: number, code: string, message: string, data: Readonly<Record<string, unknown>>) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
  }
}

type CallInput<C extends keyof Calls> = Omit<Calls[C], 'answer'> & { readonly headers?: Readonly<Record<string, string>> }
type Arguments<C extends keyof Calls> = {} extends CallInput<C> ? [asked?: CallInput<C>] : [asked: CallInput<C>]
export interface ClientOptions {
  /** Address of the installation: https://flotta.example.com */
  readonly url: string
  /** A personal API token. */
  readonly token: string
  readonly fetch?: typeof fetch
}
export type Client = <C extends keyof Calls>(call: C, ...asked: Arguments<C>) => Promise<Calls[C]['answer']>

/** A client that calls the API by method and path: client('GET /vehicles/{id}', { path: { id: 3 } }). */
export function createClient({ url, token, fetch: send = fetch }: ClientOptions): Client {
  return async (call, ...[asked]) => {
    const [method = 'GET', template = ''] = call.split(' ')
    const { path = {}, query = {}, body, headers = {} } = (asked ?? {}) as {
      path?: Record<string, unknown>
      query?: Record<string, unknown>
      body?: unknown
      headers?: Record<string, string>
    }
    const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])))
    const address = new URL(url.replace(/\/$/, '') + API + filled)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value))
    const response = await send(address, {
      method,
      headers: {
        authorization: 'Bearer ' + token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json')
    if (!response.ok) {
      const { message = response.statusText, code = '', data = {} } = isJson ? await response.json() : {}
      throw new FlottaError(response.status, code, message, data ?? {})
    }
    if (response.status === 204) return { data: null } as never
    return (isJson ? await response.json() : response) as never
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))
/** Seconds that the clocks of sender and receiver may differ. */
const CLOCK_S = 300
/** Verifies the signature of a web hook and returns its event; throws when it is wrong. body: the text as received. */
export async function verifyWebhook(
  secret: string,
  headers: { readonly get: (name: string) => string | null } | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
  now: number = Date.now(),
): Promise<FlottaEvent> {
  const header = (name: string): string =>
    String((typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]) ?? '')
  const time = header('webhook-timestamp')
  if (!(Math.abs(now / 1000 - Number(time)) <= CLOCK_S)) throw new Error('The event is too old, or of the future')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, ['verify'])
  const signedText = new TextEncoder().encode(header('webhook-id') + '.' + time + '.' + body)
  for (const signature of header('webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signedText)))
      return JSON.parse(body) as FlottaEvent
  }
  throw new Error('The signature is wrong')
}
`

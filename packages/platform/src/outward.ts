// Requests to addresses that customers name: never into the operator's own network, without redirects, limited in time and bytes.
import { lookup } from 'node:dns'
import { Agent as PlainAgent, request as plainRequest, type RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { invalid } from '@flotta/core/problem.ts'

/** Networks that are not the public Internet: own machine, private and link-local networks, carriers' and test networks, multicast, and the forms of IPv6 that lead to IPv4. */
const NOT_PUBLIC = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const
const notPublic = new BlockList()
for (const [network, bits] of NOT_PUBLIC)
  notPublic.addSubnet(network, bits, isIPv4(network) ? 'ipv4' : 'ipv6')

/** Whether an address lies on the public Internet; an IPv4 address inside IPv6 counts as the IPv4 address. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !notPublic.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/**
 * Whether a host is certainly not public before any name is resolved: a literal address, in the one spelling that `URL` gives to all of its
 * notations, or `localhost`.
 */
function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return isIP(host) === 0 ? /(^|\.)localhost$/.test(host) : !isPublicAddress(host)
}
/**
 * Throws `invalid` for an address to which the product sends nothing, as far as this can be decided from the host itself. @param anywhere addresses
 * of private networks are allowed
 */
export function mustBePublic(field: string, url: string, anywhere: boolean): void {
  if (!anywhere && isPrivateHost(new URL(url)))
    throw invalid({ [field]: 'validation.private_address' })
}

export class PrivateAddress extends Error {}

/** Resolves a name and refuses it when one of its addresses is not public. The connection goes to the checked addresses, without resolving the name again. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const [first] = addresses
    const refused = addresses.find(({ address }) => !isPublicAddress(address))
    if (first === undefined || refused !== undefined)
      return callback(new PrivateAddress(`${host} is not on the public Internet`), [])
    if (options.all === true) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

const MOST_SOCKETS = 16
const IDLE_MS = 15_000
const agentOptions = { keepAlive: true, maxSockets: MOST_SOCKETS, timeout: IDLE_MS }

export type OutwardFault = 'private' | 'timeout' | 'certificate' | 'no_host' | 'unreachable'
/** The result of a request. `status` null: there was no answer, and `fault` says why. `text`: the beginning of the answer. */
export interface OutwardAnswer {
  readonly status: number | null
  readonly fault: OutwardFault | null
  readonly text: string | null
}
interface OutwardRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Addresses of private networks are allowed. */
  readonly anywhere: boolean
  /** Limit for the whole exchange, ms. */
  readonly timeout: number
  /** Number of bytes of the answer that are read; after them the connection is cut. */
  readonly most: number
}

/** Keeps connections open between requests; `close` ends them. */
export class Outward {
  readonly #plain = new PlainAgent(agentOptions)
  readonly #tls = new TlsAgent(agentOptions)

  close(): void {
    this.#plain.destroy()
    this.#tls.destroy()
  }

  /** Never rejects. */
  async post({
    url,
    headers,
    body,
    anywhere,
    timeout,
    most,
  }: OutwardRequest): Promise<OutwardAnswer> {
    const target = new URL(url)
    if (!anywhere && isPrivateHost(target)) return { status: null, fault: 'private', text: null }
    const isTls = target.protocol === 'https:'
    const options: RequestOptions = {
      method: 'POST',
      agent: isTls ? this.#tls : this.#plain,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      ...(!anywhere && { lookup: publicLookup }),
    }
    return new Promise(resolve => {
      const request = (isTls ? tlsRequest : plainRequest)(target, options)
      const parts: Buffer[] = []
      let length = 0
      let status: number | null = null
      let isLate = false
      const end = (fault: OutwardFault | null) => {
        clearTimeout(timer)
        resolve({
          status,
          fault: status === null ? fault : null,
          text: textOf(parts, most, status),
        })
      }
      const timer = setTimeout(() => {
        isLate = true
        request.destroy()
      }, timeout)
      request.on('response', response => {
        status = response.statusCode ?? null
        response.on('data', (part: Buffer) => {
          parts.push(part)
          length += part.length
          if (length >= most) request.destroy()
        })
        response.on('error', () => undefined)
        response.on('close', () => end(null))
      })
      request.on('error', error => {
        if (status === null) end(isLate ? 'timeout' : faultOf(error))
      })
      request.on('close', () => {
        if (status === null) end(isLate ? 'timeout' : 'unreachable')
      })
      request.end(body)
    })
  }
}

function faultOf(error: Error & { readonly code?: string }): OutwardFault {
  if (error instanceof PrivateAddress) return 'private'
  const { code = '' } = error
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no_host'
  return /CERT|SIGNATURE|^ERR_TLS|ISSUER/.test(code) ? 'certificate' : 'unreachable'
}

/** Removes NUL, which PostgreSQL cannot store. */
const textOf = (parts: readonly Buffer[], most: number, status: number | null): string | null =>
  status === null
    ? null
    : new TextDecoder().decode(Buffer.concat(parts).subarray(0, most)).replaceAll('\0', '')

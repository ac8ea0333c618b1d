// Security headers for browsers, and the host names that the server answers to.

import { IncomingMessage, ServerResponse } from 'node:http'
import { isIP, Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config.ts'

/** Allows only the product's own scripts, workers and calls; `style-src` allows the inline styles of the component library; `blob:` frames show PDFs. */
function helmetOptions(config: Config, origins: readonly string[]): HelmetOptions {
  const https = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...origins],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: https,
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    referrerPolicy: { policy: 'same-origin' },
  }
}

/**
 * The same headers on every answer, including refusals.
 * @param origins further origins that the page may call
 */
export function securityHeaders(
  config: Config,
  origins: readonly string[] = [],
): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(helmetOptions(config, origins))(response.req, response, () => {})
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/**
 * Whether the Host of a request belongs to this server: the public address, loopback, or the address on which it listens. A server that listens on
 * all addresses accepts any literal address, since a name can be made to resolve to it but a literal address cannot.
 */
export function hostAllowed(config: Config): (hostname: string) => boolean {
  const listening = config.FLOTTA_HOST.toLowerCase()
  const names = new Set([
    ...LOOPBACK,
    new URL(config.publicUrl).hostname.toLowerCase(),
    listening,
    `[${listening}]`,
  ])
  const everywhere = listening === '0.0.0.0' || listening === '::'
  return hostname =>
    names.has(hostname.toLowerCase()) ||
    (everywhere && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
}

/**
 * Whether a request with a cookie comes from the product's own pages. A request without Origin is not from a page of another site, because browsers
 * send it with every POST.
 */
export function sameOrigin(
  config: Config,
  headers: {
    readonly origin?: string | undefined
    readonly site?: string | undefined
    readonly host: string
  },
): boolean {
  if (headers.site !== undefined && headers.site !== 'same-origin' && headers.site !== 'none')
    return false
  if (headers.origin === undefined) return true
  try {
    const origin = new URL(headers.origin)
    return origin.origin === new URL(config.publicUrl).origin || origin.host === headers.host
  } catch {
    return false
  }
}

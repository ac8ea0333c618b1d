// The kinds of values that settings take, with the message for a wrong one.
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import pg from 'pg'
import { z } from 'zod'
import { databaseServers } from './database-url.ts'

export const ROLES = ['api', 'gateway', 'worker'] as const
export const port = z.coerce.number().int().min(0).max(65535)
/** The fault of an address. The address itself is not repeated, because it may hold an account or a key. */
function addressFault(text: string, schemes: readonly string[]): string | null {
  if (/\s/.test(text)) return 'must hold no spaces'
  if (!schemes.some(s => text.toLowerCase().startsWith(`${s}://`)))
    return `must start with ${schemes.map(s => `${s}://`).join(' or ')}`
  try {
    const url = new URL(text)
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part)
    return url.hostname === '' && !text.toLowerCase().startsWith('postgres')
      ? 'must name a host'
      : null
  } catch {
    return `must be an address (${schemes[0]}://host); special characters of a name or password are written as %40`
  }
}
export const address = (...schemes: string[]) =>
  z.string().superRefine((text, ctx) => {
    const fault = addressFault(text, schemes)
    if (fault) ctx.addIssue({ code: 'custom', message: fault })
  })
/** One address, or several separated by commas. */
export const natsServers = z.string().superRefine((text, ctx) => {
  for (const server of serversOf(text)) {
    const fault =
      addressFault(server, ['nats', 'tls']) ??
      (server.includes('@')
        ? 'must hold no account: set NATS_USER and NATS_PASSWORD, or NATS_TOKEN'
        : null)
    if (fault) return ctx.addIssue({ code: 'custom', message: fault })
  }
})
export const serversOf = (text: string): string[] => text.split(',').map(server => server.trim())
/** Checks that the driver can read the address (certificates, options), for each server where there are several. */
export const database = z.string().superRefine((text, ctx) => {
  const fault = databaseFault(text)
  if (fault) ctx.addIssue({ code: 'custom', message: fault })
})
function databaseFault(text: string): string | null {
  try {
    for (const server of databaseServers(text)) {
      const fault = addressFault(server, ['postgres', 'postgresql'])
      if (fault) return fault
      try {
        new pg.Client({ connectionString: server })
      } catch (error) {
        return `its options cannot be used (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`
      }
    }
    return null
  } catch (error) {
    return (error as Error).message
  }
}
export const list = z.string().transform(s =>
  s
    .split(',')
    .map(v => v.trim())
    .filter(Boolean),
)
export const count = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
export const mapStyle = z
  .string()
  .refine(
    s => addressFault(s, ['http', 'https']) === null || /^(?!\w+:\/\/).*\.(json|pmtiles)$/.test(s),
    'must be an http(s) address, or the path of a .json or .pmtiles file',
  )
  .optional()
export const proxy = z.string().refine(text => {
  const [host = '', prefix, more] = text.split('/')
  const bits = isIP(host) === 4 ? 32 : 128
  return (
    isIP(host) !== 0 &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}, 'must be addresses or networks (10.0.0.1, 10.0.0.0/8), with commas between')
export const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text,
    'must be origins (https://portal.example), without a path, with commas between',
  )
/** `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0` */
export const signingKey = z.string().refine(text => {
  try {
    return (
      createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
        .asymmetricKeyType === 'ed25519'
    )
  } catch {
    return false
  }
}, 'must be an Ed25519 private key as PKCS #8 in base64 (openssl genpkey -algorithm ed25519 -outform DER | base64 -w0)')
export const word = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
/** The placeholders that a topic of the broker may contain. */
const TOPIC_WORDS = ['customer_id', 'vehicle_id', 'plate', 'kind']
export const topicTemplate = z.string().superRefine((text, ctx) => {
  const words = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, word = '']) => word)
  const message = /[\s+#\0]|^\$|^$|\/\//.test(text)
    ? 'must be a topic without spaces, + and #'
    : words.some(word => !TOPIC_WORDS.includes(word))
      ? `may name ${TOPIC_WORDS.map(word => `{${word}}`).join(', ')}`
      : ['customer_id', 'vehicle_id', 'kind'].some(word => !words.includes(word))
        ? 'must name {customer_id}, {vehicle_id} and {kind}'
        : null
  if (message !== null) ctx.addIssue({ code: 'custom', message })
})
export const flag = z.enum(['0', '1']).transform(v => v === '1')

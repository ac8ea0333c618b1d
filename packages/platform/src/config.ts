// All settings, read from the environment once and checked. A bad value stops the start with one line.

import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { FALLBACK_LANGUAGE, Language } from '@flotta/core/languages.ts'
import { TRACKER_PORT } from '@flotta/core/protocol.ts'
import pg from 'pg'
import { z } from 'zod'
import { databaseServers } from './database-url.ts'

const ROLES = ['api', 'gateway', 'worker'] as const
const port = z.coerce.number().int().min(0).max(65535)
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
const address = (...schemes: string[]) =>
  z.string().superRefine((text, ctx) => {
    const fault = addressFault(text, schemes)
    if (fault) ctx.addIssue({ code: 'custom', message: fault })
  })
/** One address, or several with commas between. */
const natsServers = z.string().superRefine((text, ctx) => {
  for (const server of serversOf(text)) {
    const fault =
      addressFault(server, ['nats', 'tls']) ??
      (server.includes('@')
        ? 'must hold no account: set NATS_USER and NATS_PASSWORD, or NATS_TOKEN'
        : null)
    if (fault) return ctx.addIssue({ code: 'custom', message: fault })
  }
})
const serversOf = (text: string): string[] => text.split(',').map(server => server.trim())
/** Checks that the driver can read the address (certificates, options), for each server where there are several. */
const database = z.string().superRefine((text, ctx) => {
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
const list = z.string().transform(s =>
  s
    .split(',')
    .map(v => v.trim())
    .filter(Boolean),
)
const count = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)
const mapStyle = z
  .string()
  .refine(
    s => addressFault(s, ['http', 'https']) === null || /^(?!\w+:\/\/).*\.(json|pmtiles)$/.test(s),
    'must be an http(s) address, or the path of a .json or .pmtiles file',
  )
  .optional()
const proxy = z.string().refine(text => {
  const [host = '', prefix, more] = text.split('/')
  const bits = isIP(host) === 4 ? 32 : 128
  return (
    isIP(host) !== 0 &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}, 'must be addresses or networks (10.0.0.1, 10.0.0.0/8), with commas between')
const origin = z
  .string()
  .refine(
    text => URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text,
    'must be origins (https://portal.example), without a path, with commas between',
  )
/** `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0` */
const signingKey = z.string().refine(text => {
  try {
    return (
      createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
        .asymmetricKeyType === 'ed25519'
    )
  } catch {
    return false
  }
}, 'must be an Ed25519 private key as PKCS #8 in base64 (openssl genpkey -algorithm ed25519 -outform DER | base64 -w0)')
const word = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
/** A topic of a broker with the places of its words. */
const TOPIC_WORDS = ['customer_id', 'vehicle_id', 'plate', 'kind']
const topicTemplate = z.string().superRefine((text, ctx) => {
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
const flag = z.enum(['0', '1']).transform(v => v === '1')

/** Name → what is allowed. The README prints the text in `describe`. */
export const settings = z.object({
  FLOTTA_HTTP_PORT: port.default(8080).describe('web and API'),
  FLOTTA_HOST: z.string().min(1).default('127.0.0.1').describe('address that every listener binds'),
  FLOTTA_GATEWAY_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('address of the device listeners alone (default: FLOTTA_HOST)'),
  FLOTTA_DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('embedded database, report files, outbox'),
  DATABASE_URL: database
    .optional()
    .describe(
      'external PostgreSQL, 15 or newer; several servers with commas between their hosts: the one that takes writes is found (default: embedded)',
    ),
  NATS_URL: natsServers
    .optional()
    .describe(
      'NATS that joins several processes; the servers of a NATS cluster with commas between (default: none, the bus of one process)',
    ),
  NATS_TOKEN: z.string().min(1).optional().describe('its token'),
  NATS_USER: z.string().min(1).optional().describe('account there, with NATS_PASSWORD'),
  NATS_PASSWORD: z.string().min(1).optional().describe('its password'),
  NATS_CA: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificates that vouch for its servers (default: the system’s)'),
  NATS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificate that this process shows there, with NATS_KEY'),
  NATS_KEY: z.string().min(1).optional().describe('file of its private key'),
  FLOTTA_CLUSTER: word
    .default('flotta')
    .describe('name of the installation: several may share one NATS'),
  FLOTTA_INSTANCE: word
    .optional()
    .describe(
      'name of this process, its own among all of the installation (default: host and process id)',
    ),
  FLOTTA_ROLES: list
    .pipe(z.array(z.enum(ROLES)).min(1))
    .default([...ROLES])
    .describe('which parts this process runs: api, gateway, worker; each alone with NATS_URL'),
  FLOTTA_PUBLIC_URL: address('http', 'https')
    .optional()
    .describe('every link in mails and reports (default: http://localhost:<http port>)'),
  FLOTTA_LANGUAGE: Language.default(FALLBACK_LANGUAGE).describe(
    'language of whoever asks for none of ours, and of new users and schedules: it, en, es, de',
  ),
  FLOTTA_TIMEZONE: z
    .string()
    .refine(
      zone => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
      'must be a time zone (Europe/Rome)',
    )
    .default('Europe/Rome')
    .describe('time zone of new companies, by which their days, reports and mails go'),
  SMTP_URL: address('smtp', 'smtps')
    .optional()
    .describe('mail server (default: mails are kept in the outbox)'),
  FLOTTA_MAIL_FROM: z
    .string()
    .min(3)
    .default('Flotta <noreply@localhost>')
    .describe('sender of mails'),
  SMS_URL: address('http', 'https')
    .includes('{to}')
    .includes('{text}')
    .optional()
    .describe(
      'provider of SMS, asked by GET: URL with {to} (E.164), {text} and, if it stands there, {token} (default: SMS are kept in the outbox)',
    ),
  SMS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe('its key: for {token}, else sent as `Authorization: Bearer`'),
  FLOTTA_CONTACT_EMAIL: z
    .email()
    .optional()
    .describe(
      'whom people write to about contracts (default: info@ the host of FLOTTA_PUBLIC_URL)',
    ),
  FLOTTA_DEMO: flag
    .optional()
    .describe(
      '1: demo customer and simulated fleet; 0: none (default: 1 with the embedded database while there is no real customer)',
    ),
  FLOTTA_USERS_PER_COMPANY: count(200, 1, 100_000).describe('accounts of one company'),
  FLOTTA_MAILS_PER_COMPANY: count(100, 1, 1_000_000).describe(
    'mails an hour that the people and schedules of one company cause; ten times as many tell alerts, what is more is gathered',
  ),
  FLOTTA_MAILS_PER_ADDRESS: count(100, 5, 100_000).describe(
    'mails a day to one address: reports, and as many of alerts, what is more is gathered',
  ),
  FLOTTA_HTTP_REQUESTS_PER_USER: count(3_000, 60, 1_000_000).describe('calls of one user a minute'),
  FLOTTA_HTTP_REQUESTS_PER_ADDRESS: count(1_200, 60, 1_000_000).describe(
    'calls without a session of one address (IPv6: /64) a minute',
  ),
  FLOTTA_HTTP_CONNECTIONS_PER_ADDRESS: count(1_000, 4, 100_000).describe(
    'open web connections of one address on which nobody has signed in',
  ),
  FLOTTA_METRICS_PORT: port
    .optional()
    .describe(
      'health and Prometheus metrics of this process: /healthz, /readyz, /metrics (default: off)',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('http', 'https')
    .optional()
    .describe('receiver of traces, OTLP over HTTP (default: nothing is traced)'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('which part of the records and calls is traced, 0 to 1'),
  FLOTTA_TRUSTED_PROXIES: list
    .pipe(z.array(proxy))
    .default([])
    .describe('addresses or networks of proxies whose forwarded headers are believed'),
  FLOTTA_CORS_ORIGINS: list
    .pipe(z.array(origin))
    .default([])
    .describe(
      'pages of other sites that may call the API with a token, by origin as https://portal.example (default: none)',
    ),
  FLOTTA_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('how much is logged'),
  FLOTTA_MEMORY_MB: count(4_096, 128, 16_777_216).describe(
    'memory of the machine, MB, of which server and embedded database take their share (default: what the machine or its container has where the server is started by `npm start` or `flotta start`)',
  ),
  FLOTTA_DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(4)
    .max(200)
    .optional()
    .describe(
      'PostgreSQL connections of one process (default: 14; 4 of a gateway alone, 10 of a worker alone, 8 of an API alone)',
    ),
  FLOTTA_MIGRATE: flag
    .default(true)
    .describe(
      '1: a start brings the database to its version; 0: it waits until another has, by `flotta migrate` for instance',
    ),
  FLOTTA_GATEWAY_MAX_FRAME: count(65_536, 1_024, 1_048_576).describe(
    'largest frame of a device, bytes',
  ),
  FLOTTA_GATEWAY_LOGIN_TIMEOUT: count(30, 1, 600).describe(
    'seconds a new device connection may take to sign in',
  ),
  FLOTTA_GATEWAY_IDLE_TIMEOUT: count(900, 10, 86_400).describe(
    'seconds of silence after which a device connection is closed',
  ),
  FLOTTA_GATEWAY_CONNECTIONS_PER_ADDRESS: count(1_000, 1, 100_000).describe(
    'open device connections per address (mobile operators share addresses)',
  ),
  FLOTTA_GATEWAY_MAX_CONNECTIONS: count(20_000, 1, 1_000_000).describe(
    'open device connections of one process',
  ),
  FLOTTA_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'seconds over which a gateway that stops lets its devices go (default: 10 with NATS_URL, else 0)',
    ),
  FLOTTA_MQTT_URL: address('mqtt', 'mqtts')
    .optional()
    .describe(
      'MQTT broker that devices publish to, with its account: mqtts://flotta:password@broker:8883 (default: none)',
    ),
  FLOTTA_MQTT_CA: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file of the authority that signed the certificate of the broker (default: those of the system)',
    ),
  FLOTTA_MQTT_TOPIC: topicTemplate
    .default('flotta/{customer_id}/{vehicle_id}/{kind}')
    .describe(
      'topic of what is published of the vehicles of companies with mqtt_active 1; {kind} is position, state or incident, and {plate} may be named too',
    ),
  FLOTTA_MQTT_DISCOVERY: z
    .string()
    .regex(/^[\w/-]*$/, 'must be a topic')
    .default('homeassistant')
    .describe('first part of the topics by which Home Assistant finds vehicles; empty: none'),
  FLOTTA_GATEWAY_NETWORKS: list
    .default([])
    .describe('networks (CIDR) that devices may come from (default: any)'),
  FLOTTA_GATEWAY_PROXIES: list
    .pipe(z.array(proxy))
    .default([])
    .describe(
      'addresses or networks of balancers before the device listeners, which begin every TCP connection with a PROXY header (v1 or v2)',
    ),
  FLOTTA_GATEWAY_TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe('file of the certificate chain for the TLS device port'),
  FLOTTA_GATEWAY_TLS_KEY: z.string().min(1).optional().describe('file of its private key'),
  FLOTTA_UNCLAIMED_PER_MINUTE: count(30, 1, 10_000).describe(
    'sign-ins of unknown devices per address and minute',
  ),
  FLOTTA_REGISTER_KEY: signingKey
    .optional()
    .describe(
      'private key that signs the temperature register, Ed25519 as PKCS #8 in base64, the same on every machine (default: register.key in FLOTTA_DATA_DIR)',
    ),
  FLOTTA_SECRETS_KEY: z
    .string()
    .refine(
      text => /^[A-Za-z0-9+/]{43}=$/.test(text),
      'must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    .optional()
    .describe(
      'key that seals secrets in the database, 32 bytes in base64, the same on every machine (default: secrets.key in FLOTTA_DATA_DIR; with DATABASE_URL none, and they are not sealed)',
    ),
  FLOTTA_OIDC_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'JSON file of identity providers (OpenID Connect): [{id, name, issuer, client_id, client_secret, domains, customer_id?, role_claim?, roles?, create}]',
    ),
  FLOTTA_BACKUP_RECIPIENTS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^age1[02-9ac-hj-np-z]{58}$/,
            'must be public keys (age1…) with commas between, as "flotta backup key" prints them',
          ),
      ),
    )
    .default([])
    .describe(
      'public keys that backups are encrypted for, as `flotta backup key` or age-keygen prints them (default: not encrypted)',
    ),
  FLOTTA_RETENTION_MONTHS: count(36, 1, 240).describe(
    'months that time series are kept unless the customer has its own retention_months',
  ),
  FLOTTA_PACK_AFTER_HOURS: count(48, 1, 1_000_000).describe(
    'hours after its end when the positions and readings of a day are packed',
  ),
  FLOTTA_REPLAY_QUIET: count(30, 1, 3_600).describe(
    'seconds of quiet before late records are derived again',
  ),
  FLOTTA_MAP_STYLE: mapStyle.describe(
    'base map: address or file of a MapLibre style (.json), or of a PMTiles file of Protomaps’ layout (.pmtiles) (default: the embedded one)',
  ),
  FLOTTA_MAP_STYLE_DARK: mapStyle.describe(
    'the same for the dark theme (default: FLOTTA_MAP_STYLE)',
  ),
  FLOTTA_MAP_PUBLIC_STYLE: address('http', 'https')
    .default('https://tiles.openfreemap.org/styles/positron')
    .describe(
      'style of the public map service that `map service on` or the set-up turns on; browsers ask it themselves',
    ),
  FLOTTA_MAP_PUBLIC_STYLE_DARK: address('http', 'https')
    .default('https://tiles.openfreemap.org/styles/dark')
    .describe('the same for the dark theme'),
  FLOTTA_SATELLITE_TILES: address('http', 'https')
    .includes('{z}')
    .includes('{x}')
    .includes('{y}')
    .optional()
    .describe('satellite raster tiles, URL with {z} {x} {y}'),
  FLOTTA_GEOCODER: z
    .enum(['embedded', 'nominatim', 'locationiq'])
    .optional()
    .describe(
      'who knows addresses: embedded (town level, no network), nominatim, locationiq (default: nominatim with FLOTTA_GEOCODER_URL, else embedded)',
    ),
  FLOTTA_GEOCODER_URL: address('http', 'https')
    .optional()
    .describe(
      'where it answers /reverse and /search (default: LocationIQ’s own; none for nominatim)',
    ),
  FLOTTA_GEOCODER_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('its key, sent as `key`; it stays on the server'),
  FLOTTA_ROUTER_URL: address('http', 'https')
    .optional()
    .describe(
      'OSRM-compatible router, up to its profile: https://host/route/v1/driving (default: embedded, between towns, approximate)',
    ),
  FLOTTA_ROUTER_KEY: z.string().min(1).optional().describe('its key, sent as `key`'),
  FLOTTA_ROUTER_CALLS_PER_SECOND: count(1, 1, 100).describe('calls a second that it allows'),
  FLOTTA_CRONO_URL: address('http', 'https')
    .optional()
    .describe(
      'sign-in address of the tachograph platform that the panel crono leads to (default: none)',
    ),
  FLOTTA_CRONO_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('secret shared with it, by which its links are signed (HMAC-SHA256, 60 s)'),
  FLOTTA_WEBHOOK_PRIVATE: flag
    .default(false)
    .describe('1: web hooks may lead into private networks, which every company can then reach'),
  FLOTTA_SECOND_FACTOR: flag
    .default(false)
    .describe('1: nobody but printing users signs in without a second factor, in whatever company'),
})
type Settings = z.infer<typeof settings>
/** Which geocoder answers, with what it needs. */
export type GeocoderChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'nominatim'; readonly url: string; readonly key: string | undefined }
  | { readonly kind: 'locationiq'; readonly url: string | undefined; readonly key: string }
/** How NATS is reached. */
export interface NatsChoice {
  readonly servers: readonly string[]
  readonly sign_in:
    | { readonly token: string }
    | { readonly user: string; readonly pass: string }
    | null
  /** The files for TLS; null: no TLS unless the servers require it. */
  readonly tls: {
    readonly caFile?: string
    readonly certFile?: string
    readonly keyFile?: string
  } | null
}
export type Config = Settings & {
  /** null: the bus stays within this process. */
  readonly nats: NatsChoice | null
  readonly geocoder: GeocoderChoice
  readonly databaseConnections: number
  readonly drainSeconds: number
  readonly instance: string
  readonly publicUrl: string
  readonly contact: string
  readonly gatewayHost: string
  /** The ports of device protocols that are set, by variable: `FLOTTA_<PROTOCOL>_PORT`, and `FLOTTA_<PROTOCOL>_TLS_PORT` where it also listens over TLS. */
  readonly devicePorts: Readonly<Record<string, number>>
}

export class ConfigError extends Error {}

/** Throws ConfigError with one line that names the variable and what is allowed. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const environment = Object.fromEntries(
    Object.keys(settings.shape).flatMap(k =>
      env[k] === undefined || env[k] === '' ? [] : [[k, env[k]]],
    ),
  )
  const parsedSettings = settings.safeParse(environment)
  if (!parsedSettings.success) {
    const issue = parsedSettings.error.issues[0]
    const name = String(issue?.path[0])
    throw new ConfigError(
      `${settingText(name, env)} is not allowed: ${issue?.message}. It sets: ${settings.shape[name as keyof Settings]?.description}`,
    )
  }
  const c = parsedSettings.data
  const devicePorts = readDevicePorts(env)
  const secure = Object.keys(devicePorts).filter(name => TLS_PORT.test(name))
  if (
    secure.length > 0 !==
    (c.FLOTTA_GATEWAY_TLS_CERT !== undefined && c.FLOTTA_GATEWAY_TLS_KEY !== undefined)
  )
    throw new ConfigError(
      `${secure[0] ?? 'FLOTTA_<PROTOCOL>_TLS_PORT'}, FLOTTA_GATEWAY_TLS_CERT and FLOTTA_GATEWAY_TLS_KEY are set together or not at all`,
    )
  if (c.SMS_URL?.includes('{token}') && c.SMS_TOKEN === undefined)
    throw new ConfigError('SMS_URL asks for {token}: set SMS_TOKEN too')
  checkRoles(c)
  const publicUrl = (c.FLOTTA_PUBLIC_URL ?? `http://localhost:${c.FLOTTA_HTTP_PORT}`).replace(
    /\/$/,
    '',
  )
  return {
    ...c,
    nats: natsOf(c),
    geocoder: geocoderOf(c),
    databaseConnections:
      c.FLOTTA_DATABASE_CONNECTIONS ??
      Math.min(
        14,
        c.FLOTTA_ROLES.reduce((sum, role) => sum + CONNECTIONS[role], 0),
      ),
    drainSeconds: c.FLOTTA_DRAIN_SECONDS ?? (c.NATS_URL === undefined ? 0 : 10),
    instance:
      c.FLOTTA_INSTANCE ??
      `${hostname()
        .replace(/[^\w-]+/g, '-')
        .slice(0, 50)}-${process.pid}`,
    publicUrl,
    contact: c.FLOTTA_CONTACT_EMAIL ?? `info@${new URL(publicUrl).hostname}`,
    gatewayHost: c.FLOTTA_GATEWAY_HOST ?? c.FLOTTA_HOST,
    devicePorts,
  }
}

/** A gateway needs connections to look devices up, an API to answer calls. A worker runs batches, jobs and tasks at once and listens to each lane of heavy work. */
const CONNECTIONS = { gateway: 4, worker: 10, api: 8 } as const

/** Roles in several processes need a bus between them and a database that they share. */
function checkRoles({
  FLOTTA_ROLES: roles,
  NATS_URL: nats,
  DATABASE_URL: database,
}: Settings): void {
  const roleText = `FLOTTA_ROLES=${roles.join(',')} is not allowed`
  if (nats === undefined && roles.includes('gateway') !== roles.includes('worker'))
    throw new ConfigError(
      `${roleText} without NATS_URL: gateway and worker run in one process, else nothing would commit what devices send`,
    )
  if (nats !== undefined && database === undefined && new Set(roles).size < ROLES.length)
    throw new ConfigError(
      `${roleText} without DATABASE_URL: the embedded database belongs to one process, which runs all roles`,
    )
}

function natsOf({
  NATS_URL: url,
  NATS_TOKEN: token,
  NATS_USER: user,
  NATS_PASSWORD: pass,
  NATS_CA: ca,
  NATS_CERT: cert,
  NATS_KEY: key,
}: Settings): NatsChoice | null {
  if ((user === undefined) !== (pass === undefined))
    throw new ConfigError('NATS_USER and NATS_PASSWORD are set together or not at all')
  if (token !== undefined && user !== undefined)
    throw new ConfigError('NATS_TOKEN or NATS_USER with NATS_PASSWORD, not both')
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('NATS_CERT and NATS_KEY are set together or not at all')
  if (url === undefined) return null
  const servers = serversOf(url)
  const files = {
    ...(ca !== undefined && { caFile: ca }),
    ...(cert !== undefined && key !== undefined && { certFile: cert, keyFile: key }),
  }
  return {
    servers,
    sign_in:
      token !== undefined
        ? { token }
        : user !== undefined && pass !== undefined
          ? { user, pass }
          : null,
    tls:
      Object.keys(files).length > 0 || servers.some(s => s.toLowerCase().startsWith('tls://'))
        ? files
        : null,
  }
}

function geocoderOf({
  FLOTTA_GEOCODER: kindOrNone,
  FLOTTA_GEOCODER_URL: url,
  FLOTTA_GEOCODER_KEY: key,
}: Settings): GeocoderChoice {
  const kind = kindOrNone ?? (url === undefined ? 'embedded' : 'nominatim')
  if (kind === 'embedded') return { kind }
  if (kind === 'locationiq') {
    if (key === undefined)
      throw new ConfigError(
        'FLOTTA_GEOCODER=locationiq needs FLOTTA_GEOCODER_KEY, the access token of its account',
      )
    return { kind, url, key }
  }
  if (url === undefined)
    throw new ConfigError(
      'FLOTTA_GEOCODER=nominatim needs FLOTTA_GEOCODER_URL: the public server is not meant for products',
    )
  return { kind, url, key }
}

const DEVICE_PORT = /^FLOTTA_[A-Z0-9_]+_PORT$/
const TLS_PORT = /_TLS_PORT$/
/** Which of them exist is declared by the protocols (`protocol.ts`). */
function readDevicePorts(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, number> {
  const ports: Record<string, number> = {}
  for (const [name, value] of Object.entries(env)) {
    if (!DEVICE_PORT.test(name) || name in settings.shape || value === undefined || value === '')
      continue
    const parsedPort = port.safeParse(value)
    if (!parsedPort.success)
      throw new ConfigError(
        `${settingText(name, env)} is not allowed: ${parsedPort.error.issues[0]?.message}. It sets: port of a device protocol`,
      )
    ports[name] = parsedPort.data
  }
  return ports
}

/** A setting with its value on one line; without the value where that may hold an account or a key. */
function settingText(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const value = JSON.stringify(env[name] ?? '').slice(1, -1)
  return /URL$|KEY$|TOKEN$|TILES|STYLE|SECRET|PASSWORD/.test(name) || value.includes('://')
    ? name
    : `${name}=${value}`
}

/** The port that all protocols share. */
export const trackerPort = ({ devicePorts }: Pick<Config, 'devicePorts'>): number =>
  devicePorts[TRACKER_PORT.variable] ?? TRACKER_PORT.default

/** Variables that begin like a setting of the product but are none, so that a misspelt setting is noticed. `devicePorts`: the protocols' variables. */
export const unknownSettings = (
  env: Readonly<Record<string, string | undefined>>,
  devicePorts: readonly string[],
): string[] =>
  Object.keys(env).filter(
    k =>
      k.startsWith('FLOTTA_') &&
      !(k in settings.shape) &&
      !devicePorts.includes(k.replace(TLS_PORT, '_PORT')),
  )

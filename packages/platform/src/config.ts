// All settings, read from the environment once and checked. A bad value stops the start with one line.

import { hostname } from 'node:os'
import { TRACKER_PORT } from '@flotta/core/protocol.ts'
import type { z } from 'zod'
import { port, ROLES, serversOf } from './setting-values.ts'
import { settings } from './settings.ts'

type Settings = z.infer<typeof settings>
/** The chosen geocoder and its settings. */
export type GeocoderChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'nominatim'; readonly url: string; readonly key: string | undefined }
  | { readonly kind: 'locationiq'; readonly url: string | undefined; readonly key: string }
/** How the process connects to NATS. */
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

/**
 * A gateway needs connections to look devices up, an API to answer calls. A worker runs batches, jobs and tasks at the same time and listens to each
 * lane of heavy tasks.
 */
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
/** Reads the ports of protocols; the protocols declare their settings (`protocol.ts`). */
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

/** A setting and its value on one line, without the value when it may contain an account or a key. */
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

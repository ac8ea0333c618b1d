// Whether ports, certificates and NATS are usable.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, createServer, isIP } from 'node:net'
import { connectNats } from '@flotta/platform/bus/connection.ts'
import { observeMembers } from '@flotta/platform/bus/observe-members.ts'
import type { Config } from '@flotta/platform/config.ts'
import { devicePorts } from '@flotta/protocols/protocols.ts'
import type { Answer, Nats, Observations } from './observations.ts'

export const PATIENCE_MS = 5_000

export async function withTimeout<T>(look: () => Promise<T>): Promise<Answer<T>> {
  let late: NodeJS.Timeout | undefined
  const patience = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)),
      PATIENCE_MS,
    )
  })
  try {
    return await Promise.race([look(), patience])
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    return { error: message || code || String(error) }
  } finally {
    clearTimeout(late)
  }
}

const reachable = (host: string): string =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : isIP(host) === 6 ? `[${host}]` : host

export async function isRunning({
  FLOTTA_HOST: host,
  FLOTTA_HTTP_PORT: http,
  FLOTTA_METRICS_PORT: metrics,
}: Config): Promise<boolean> {
  const alive = async (port: number): Promise<boolean> => {
    const answer = await fetch(`http://${reachable(host)}:${port}/healthz`, {
      signal: AbortSignal.timeout(2_000),
    }).catch(() => null)
    return (
      answer?.ok === true &&
      ((await answer.json().catch(() => null)) as { status?: string } | null)?.status === 'alive'
    )
  }
  return (
    await Promise.all([http, ...(metrics === undefined ? [] : [metrics])].map(alive))
  ).includes(true)
}

export async function portsOf(config: Config): Promise<Observations['ports']> {
  const { FLOTTA_HOST: host, FLOTTA_ROLES: roles, FLOTTA_METRICS_PORT: metrics } = config
  const queries = [
    ...(roles.includes('api')
      ? [{ setting: 'FLOTTA_HTTP_PORT', port: config.FLOTTA_HTTP_PORT, host }]
      : []),
    ...(metrics === undefined ? [] : [{ setting: 'FLOTTA_METRICS_PORT', port: metrics, host }]),
    ...(roles.includes('gateway')
      ? devicePorts.map(({ variable, default: usual }) => ({
          setting: variable,
          port: config.devicePorts[variable] ?? usual,
          host: config.gatewayHost,
        }))
      : []),
  ]
  return Promise.all(
    queries
      .filter(w => w.port > 0)
      .map(async ({ setting, port, host }) => ({
        setting,
        port,
        error: await tryPort(host, port),
      })),
  )
}
const tryPort = (host: string, port: number): Promise<string | null> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })

export async function certificatesOf({
  FLOTTA_GATEWAY_TLS_CERT,
  NATS_CERT,
  NATS_CA,
}: Config): Promise<Observations['certificates']> {
  const files = Object.entries({ FLOTTA_GATEWAY_TLS_CERT, NATS_CERT, NATS_CA }).flatMap(
    ([setting, file]) => (file === undefined ? [] : [{ setting, file }]),
  )
  return Promise.all(
    files.map(async ({ setting, file }) => ({
      setting,
      ends_in: await withTimeout(
        async () =>
          (Date.parse(new X509Certificate(await readFile(file)).validTo) - Date.now()) / 1_000,
      ),
    })),
  )
}

/** Resolves when a process listens at the address. */
export function reach(address: string): Promise<true> {
  const { hostname, port, protocol } = new URL(address.replaceAll(/[{}]/g, ''))
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: PATIENCE_MS,
    })
    socket.once('connect', () => resolve(true)).once('error', reject)
    socket.once('connect', () => socket.destroy())
  })
}

export async function natsAnswers({ nats, FLOTTA_CLUSTER: cluster }: Config): Promise<Nats> {
  if (nats === null) throw new Error('NATS_URL is not set')
  const giveUp = new AbortController()
  let why = 'nobody answers'
  const late = setTimeout(() => giveUp.abort(), PATIENCE_MS / 2)
  try {
    const connection = await connectNats({
      ...nats,
      name: 'flotta doctor',
      signal: giveUp.signal,
      note: line => (why = line.replace(/: waiting for it$/, '')),
    })
    const ms = await connection.rtt()
    const members = await observeMembers(connection, cluster)
    await connection.close()
    return {
      ms,
      members: members.map(({ clock, since, ...member }) => ({
        ...member,
        up: (Date.now() - since) / 1_000,
        clock: clock === null ? null : clock / 1_000,
      })),
    }
  } catch (error) {
    throw giveUp.signal.aborted ? new Error(why) : error
  } finally {
    clearTimeout(late)
  }
}

// The connection to the NATS servers: a start waits for them, reports in one line what an operator must correct, and reconnects without end afterwards.
import { access, constants } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type ConnectionOptions,
  connect,
  errors,
  type NatsConnection,
} from '@nats-io/transport-node'
import type { NatsChoice } from '../config.ts'

/** Pause between two attempts to connect, ms. */
const RETRY_MS = 200
const START_RETRY_MS = 1_000
/** Interval of pings, ms. A server that does not answer about three of them is given up. */
const PING_MS = 1_000

/** The connection is impossible until an operator corrects a setting. The message is one line for that operator. */
export class NatsUnusable extends Error {}

export interface NatsConnectionOptions extends NatsChoice {
  /** Name of this client in the monitoring of the servers. */
  readonly name: string
  /** Receives a line when the start waits for the servers. */
  readonly note: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

/** Rejects with `NatsUnusable` when another attempt would fail as well, or when the start is aborted. */
export async function connectNats({
  servers,
  sign_in,
  tls,
  name,
  note,
  signal,
}: NatsConnectionOptions): Promise<NatsConnection> {
  for (const [variable, file] of [
    ['NATS_CA', tls?.caFile],
    ['NATS_CERT', tls?.certFile],
    ['NATS_KEY', tls?.keyFile],
  ] as const)
    if (file !== undefined)
      await access(file, constants.R_OK).catch(() =>
        Promise.reject(new NatsUnusable(`${variable}: the file ${file} cannot be read`)),
      )
  const options: ConnectionOptions = {
    servers: [...servers],
    name,
    ...sign_in,
    ...(tls && { tls }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    reconnectJitter: RETRY_MS / 2,
    reconnectJitterTLS: RETRY_MS / 2,
    pingInterval: PING_MS,
    maxPingOut: 2,
    timeout: 2_000,
    // Only the servers that the operator names are used.
    ignoreClusterUpdates: true,
    // A token may be changed at the server first; that must not end this process.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  }
  for (let lastMessage = ''; ; ) {
    const error = await connect(options).catch((e: unknown) => e)
    if (!(error instanceof Error)) return error as NatsConnection
    const final = finalReason(error)
    if (final !== null) throw new NatsUnusable(final)
    if (lastMessage !== error.message)
      note(`NATS_URL: nobody answers at ${servers.join(', ')} (${error.message}): waiting for it`)
    lastMessage = error.message
    await pause(START_RETRY_MS, undefined, { signal }).catch(() =>
      Promise.reject(new NatsUnusable('The start was given up while it waited for NATS')),
    )
  }
}

function finalReason(error: Error): string | null {
  if (
    error instanceof errors.AuthorizationError ||
    error instanceof errors.UserAuthenticationExpiredError
  )
    return 'NATS_URL: the server refuses the sign-in: check NATS_TOKEN, or NATS_USER and NATS_PASSWORD'
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } }
  const why = String(code ?? cause?.code ?? '')
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/.test(why))
    return `NATS_URL: the server’s certificate is not believed (${why}): check NATS_CA and the name in NATS_URL`
  if (/^(ERR_OSSL_|ERR_SSL_|EPROTO)/.test(why))
    return `NATS_URL: no TLS could be agreed on with the server (${why}): check NATS_CERT, NATS_KEY and NATS_CA`
  if (error instanceof errors.InvalidArgumentError)
    return `NATS_URL: the server cannot be used: ${error.message}`
  return null
}

// The listeners for devices: TCP, TLS and UDP of each protocol on its own port, and on the port that all protocols share.
import { readFile } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { type Protocol, TRACKER_PORT } from '@flotta/core/protocol.ts'
import { type Config, ConfigError } from '../config.ts'
import { plainAddress } from '../networks.ts'
import type { Admission, AdmittedConnection } from './admission.ts'
import { ProxyHeaderReader } from './proxy.ts'
import { recognise, type Speaker, speakerOfDatagram, speakersOf } from './recognition.ts'
import type { GatewayStats } from './stats.ts'
import { listenUdp, type SpeakerOf, type UdpHost, type UdpListener } from './udp.ts'

export interface Addresses {
  tcp?: AddressInfo
  udp?: AddressInfo
  tls?: AddressInfo
}
export interface ListenOptions {
  readonly config: Config
  readonly host: string
  readonly admission: Admission
  readonly stats: GatewayStats
  readonly udp: UdpHost
  /** Whether a connection from this address belongs to a load balancer, which sends the address of the device first. */
  balances(address: string): boolean
  /** Receives each connection of a device after its handshake, with the SHA-256 of its client certificate or null. */
  connected(
    socket: net.Socket,
    connection: AdmittedConnection,
    certificate: string | null,
    protocol: Protocol,
    tcp: NonNullable<Protocol['tcp']>,
  ): void
}

/** Receives a connection after its handshake, with the SHA-256 of its client certificate or null. */
type Accept = (
  socket: net.Socket,
  connection: AdmittedConnection,
  certificate: string | null,
) => void

/** Small buffers, so that a paused socket holds little memory. The keep-alive probes of the system find dead peers. */
const SOCKETS = {
  highWaterMark: 2_048,
  allowHalfOpen: true,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  noDelay: true,
}

/** The longest TLS handshake. */
const HANDSHAKE_MS = 10_000

export class Listeners {
  readonly #options: ListenOptions
  readonly #servers: net.Server[] = []
  readonly #datagrams: UdpListener[] = []
  readonly #proxyHeaders: ProxyHeaderReader

  constructor(options: ListenOptions) {
    this.#options = options
    this.#proxyHeaders = new ProxyHeaderReader(
      options.config.FLOTTA_GATEWAY_MAX_CONNECTIONS,
      (socket, reason) =>
        options.udp.reportFault(
          'balancer',
          plainAddress(socket.remoteAddress),
          `${reason}; FLOTTA_GATEWAY_PROXIES names its address`,
        ),
    )
  }

  /** Rejects with the first error: port in use, certificate unreadable. */
  async open(protocol: Protocol): Promise<Addresses> {
    const { tcp, udp } = protocol
    const { connected } = this.#options
    const speaker = udp && { ...protocol, udp }
    return this.#open(
      protocol.port,
      tcp &&
        ((socket, connection, certificate) =>
          connected(socket, connection, certificate, protocol, tcp)),
      speaker && (() => speaker),
    )
  }

  /** Listens on the port that all protocols share; null: no protocol can be recognised by its first bytes. */
  async openShared(protocols: readonly Protocol[]): Promise<Addresses | null> {
    const speakers = speakersOf(protocols)
    if (speakers.length === 0) return null
    return this.#open(
      TRACKER_PORT,
      (socket, connection, certificate) =>
        this.#recognise(socket, connection, certificate, speakers),
      protocols.some(p => p.udp?.begins)
        ? datagram => speakerOfDatagram(datagram, protocols)
        : undefined,
    )
  }

  async #open(
    { variable, default: usual }: Protocol['port'],
    accept: Accept | undefined,
    speakerOf: SpeakerOf | undefined,
  ): Promise<Addresses> {
    const { devicePorts } = this.#options.config
    const addresses: Addresses = {}
    const port = devicePorts[variable] ?? usual
    if (accept !== undefined) {
      addresses.tcp = await withSetting(
        variable,
        this.#listen(port, (socket, connection) => accept(socket, connection, null)),
      )
      const secure = variable.replace(/_PORT$/, '_TLS_PORT')
      const securePort = devicePorts[secure]
      if (securePort !== undefined)
        addresses.tls = await withSetting(secure, this.#tls(accept, securePort))
    }
    if (speakerOf !== undefined) addresses.udp = await this.#udp(variable, port, speakerOf)
    return addresses
  }

  #recognise(
    socket: net.Socket,
    connection: AdmittedConnection,
    certificate: string | null,
    speakers: readonly Speaker[],
  ): void {
    const { config, connected, stats, udp } = this.#options
    recognise(socket, {
      speakers,
      timeout: config.FLOTTA_GATEWAY_LOGIN_TIMEOUT * 1_000,
      known: ({ protocol, tcp }) => connected(socket, connection, certificate, protocol, tcp),
      unknown: reason => {
        if (reason === 'silence') stats.silent++
        else {
          stats.faults++
          udp.reportFault('any', connection.address, 'bytes of no protocol')
        }
      },
    })
  }

  /** Accepts no further connections and datagrams. Received data is still acknowledged. */
  stopListening(): void {
    for (const server of this.#servers) server.close()
    this.#proxyHeaders.clear()
    for (const listener of this.#datagrams) listener.stopReceiving()
  }
  async close(): Promise<void> {
    await Promise.all([
      ...this.#servers.map(server => new Promise(resolve => server.close(resolve))),
      ...this.#datagrams.map(d => d.close()),
    ])
  }

  async #udp(setting: string, port: number, speakerOf: SpeakerOf): Promise<AddressInfo> {
    const { host, udp } = this.#options
    const listener = await withSetting(setting, listenUdp(speakerOf, host, port, udp))
    this.#datagrams.push(listener)
    return listener.address
  }

  async #tls(accept: Accept, port: number): Promise<AddressInfo> {
    const { config, admission, stats } = this.#options
    // This server never listens itself, since a PROXY header comes before the TLS handshake.
    const secure = tls.createServer(
      {
        ...SOCKETS,
        ...(await certificate(config)),
        handshakeTimeout: Math.min(HANDSHAKE_MS, config.FLOTTA_GATEWAY_LOGIN_TIMEOUT * 1_000),
        // The certificate is requested and not verified: a device is known by the exact certificate that was set for it, whoever has signed it.
        requestCert: true,
        rejectUnauthorized: false,
      },
      socket => {
        const connection = admission.connectionOf(socket)
        if (connection === undefined) return socket.destroy()
        connection.handshakeDone()
        accept(socket, connection, certificateOf(socket))
      },
    )
    // Node leaves the socket of a failed or slow handshake open.
    secure.on('tlsClientError', (_, socket) => {
      stats.handshakes_broken++
      socket.destroy()
    })
    return this.#listen(port, socket => void secure.emit('connection', socket), true)
  }

  /** Listens on a port and passes on each accepted connection with the address of its device. */
  #listen(
    port: number,
    accept: (socket: net.Socket, connection: AdmittedConnection) => void,
    isTls = false,
  ): Promise<AddressInfo> {
    const { admission, host, balances } = this.#options
    const admit = (socket: net.Socket, address?: string | null) => {
      const connection = admission.admit(socket, address, isTls)
      if (connection !== null) accept(socket, connection)
    }
    const server = net.createServer(SOCKETS, socket => {
      if (balances(plainAddress(socket.remoteAddress)))
        this.#proxyHeaders.read(socket, address => admit(socket, address))
      else admit(socket)
    })
    this.#servers.push(server)
    return listen(server, host, port)
  }
}

/** Adds the name of the setting that can correct the error. */
const withSetting = <T>(setting: string, listening: Promise<T>): Promise<T> =>
  listening.catch(error => {
    throw error instanceof Error ? Object.assign(error, { setting }) : error
  })

/** SHA-256 of the client certificate in the form of the device's setting; null: none was sent. The handshake has proven that the client holds its key. */
function certificateOf(socket: tls.TLSSocket): string | null {
  const { fingerprint256 } = socket.getPeerCertificate() as Partial<tls.PeerCertificate>
  return fingerprint256?.replaceAll(':', '').toLowerCase() ?? null
}

async function certificate(
  config: Config,
): Promise<{ readonly cert: Buffer; readonly key: Buffer }> {
  const readSetting = async (variable: 'FLOTTA_GATEWAY_TLS_CERT' | 'FLOTTA_GATEWAY_TLS_KEY') => {
    const file = config[variable] ?? ''
    return readFile(file).catch(error => {
      throw new ConfigError(
        `${variable}=${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
  }
  return {
    cert: await readSetting('FLOTTA_GATEWAY_TLS_CERT'),
    key: await readSetting('FLOTTA_GATEWAY_TLS_KEY'),
  }
}

function listen(server: net.Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 4_096 }, () => {
      server.off('error', reject)
      // A lack of file descriptors must not end the process; the device connects again.
      server.on('error', () => {})
      const address = server.address()
      if (address === null || typeof address === 'string')
        reject(new Error('not a network address'))
      else resolve(address)
    })
  })
}

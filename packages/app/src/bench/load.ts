// Controls the load process: opens connections, starts and stops sending, measures.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { exitOf } from './processes.ts'

export interface LoadOptions {
  readonly port: number
  /** Index of the first vehicle and how many follow. */
  readonly first: number
  readonly count: number
  /** epoch ms of each vehicle's first record, ms between its records, and records in a packet. */
  readonly from: number
  readonly step: number
  readonly records: number
  /** ms between two packets of one device; null: each packet is sent as soon as the last one is acknowledged. */
  readonly every: number | null
  /** Sends every word for which the product has a kind, in addition to the usual ones. */
  readonly all?: boolean
  /** The protocol, with one record in a packet; default: Teltonika's. */
  readonly protocol?: string
}
/** Trackers that send one record a packet, one packet each `every` ms. */
export const steadyTrackers = (
  place: Pick<LoadOptions, 'port' | 'first' | 'count'>,
  every = 1_000,
): LoadOptions => ({ ...place, from: Date.now() - 60_000, step: every, records: 1, every })
export type LoadRequest =
  | { readonly kind: 'open'; readonly options: LoadOptions }
  | { readonly kind: 'start' | 'begin' | 'end' | 'pause' }
export interface OpenedMessage {
  readonly kind: 'opened'
  readonly connections: number
}
/** Delays from sending to acknowledgement, ms. `failed`: packets that were refused, or not sent because the last one was still unanswered. */
export interface Window {
  readonly kind: 'window'
  readonly seconds: number
  readonly records: number
  readonly packets: number
  readonly failed: number
  readonly p50: number
  readonly p99: number
  readonly slowest: number
  /** processor seconds of the load process itself */
  readonly cpu: number
}

export interface Load {
  readonly pid: number
  open(options: LoadOptions): Promise<OpenedMessage>
  start(): void
  /** Measures from now until `end`. */
  begin(): void
  end(): Promise<Window>
  /** Stops sending; the connections stay open. */
  pause(): void
  stop(): Promise<void>
}

export function startLoad(dist: string): Load {
  const child = fork(join(dist, 'bench-load.js'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = exitOf(child)
  const ask = (request: LoadRequest) => void child.send(request)
  const answer = <K extends (OpenedMessage | Window)['kind']>(kind: K) =>
    new Promise<Extract<OpenedMessage | Window, { kind: K }>>((resolve, reject) => {
      const hear = (message: OpenedMessage | Window) => {
        if (message.kind !== kind) return
        child.off('message', hear)
        child.off('exit', onExit)
        resolve(message as Extract<OpenedMessage | Window, { kind: K }>)
      }
      const onExit = () => reject(new Error('the load ended'))
      child.on('message', hear)
      child.once('exit', onExit)
    })
  return {
    pid: child.pid as number,
    open(options) {
      const opening = answer('opened')
      ask({ kind: 'open', options })
      return opening
    },
    start: () => ask({ kind: 'start' }),
    begin: () => ask({ kind: 'begin' }),
    end() {
      const window = answer('window')
      ask({ kind: 'end' })
      return window
    },
    pause: () => ask({ kind: 'pause' }),
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

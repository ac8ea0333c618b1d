// One tracker's TCP connection: signs in, sends a packet, waits until it is acknowledged, and sends it again over a new connection if it was not.
import net from 'node:net'
import { type AvlRecord, avlFrame, type DataCodec, loginFrame, readServer, replyFrame, replyFrameOf } from '@flotta/protocols/teltonika/device.ts'

export interface Server {
  readonly host: string
  readonly port: number
}

export interface ConnectionOptions {
  readonly server: Server
  readonly imei: string
  readonly codec: DataCodec
  /** The next records to send; empty when there are none now. What it has given is kept here until it is acknowledged. */
  readonly take: () => readonly AvlRecord[]
  /** After each acknowledgement: records, and milliseconds since they were sent. */
  readonly onAcknowledged?: (records: readonly AvlRecord[], ms: number) => void
  /** The server does not know this IMEI. */
  readonly onRefused?: () => void
  /** The server, or the network, ended a connection that was signed in. */
  readonly onClosed?: () => void
  /** Milliseconds: patience for an answer; silence before a keep-alive; first and longest pause before trying again. */
  readonly times?: Partial<Times>
}
interface Times {
  readonly answer: number
  readonly keepAlive: number
  readonly retry: number
  readonly longestRetry: number
}
const usual: Times = { answer: 60_000, keepAlive: 240_000, retry: 1_000, longestRetry: 60_000 }
const PING = Uint8Array.of(0xff)

export interface Connection {
  /** There may be something to send: connects where there is no connection. */
  wake(): void
  /** Closes once nothing waits; `wake` opens again. */
  sleep(): void
  /** Out of coverage: gone at once, what was on its way is sent again after `wake`. */
  cut(): void
  /** For good. What is not acknowledged by then is not sent any more. */
  close(): void
  readonly open: boolean
}

/** Does nothing until `wake`. */
export function connection(options: ConnectionOptions): Connection {
  const { server, imei, codec, take } = options
  const times = { ...usual, ...options.times }
  let socket: net.Socket | null = null
  let state: 'closed' | 'connecting' | 'login' | 'ready' = 'closed'
  let wanted = false
  let sleeping = false
  let ended = false
  let flight: { readonly records: readonly AvlRecord[]; readonly frame: Uint8Array; sent: number } | null = null
  let waiting = false
  let received: Buffer = Buffer.alloc(0)
  let retry = times.retry
  let opened = 0
  let again: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined

  function open(): void {
    if (ended || socket !== null || again !== undefined) return
    state = 'connecting'
    received = Buffer.alloc(0)
    waiting = false
    const s = net.connect({ host: server.host, port: server.port, noDelay: true })
    socket = s
    s.once('connect', () => {
      state = 'login'
      s.write(loginFrame(imei))
      expectAnswer()
    })
    s.on('data', chunk => {
      if (socket !== s) return
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      try {
        read(s)
      } catch {
        s.destroy()
      }
    })
    s.on('error', () => {})
    s.once('close', () => {
      if (socket === s) lost()
    })
  }

  function lost(): void {
    // short lives end in longer and longer pauses, so that two trackers of one IMEI do not drive each other out all the time
    if (state === 'ready' && performance.now() - opened > times.longestRetry) retry = times.retry
    if (state === 'ready') options.onClosed?.()
    socket = null
    state = 'closed'
    clearTimeout(patience)
    quiet()
    if (ended || !wanted) return
    again = setTimeout(() => {
      again = undefined
      if (wanted) open()
    }, retry)
    retry = Math.min(retry * 2, times.longestRetry)
  }

  function drop(): void {
    clearTimeout(again)
    again = undefined
    clearTimeout(patience)
    quiet()
    const s = socket
    socket = null
    state = 'closed'
    s?.destroy()
  }

  /** Without an answer in time the link is given up. */
  function expectAnswer(): void {
    clearTimeout(patience)
    patience = setTimeout(() => socket?.destroy(), times.answer)
  }

  function read(s: net.Socket): void {
    let start = 0
    while (socket === s) {
      const said = readServer(received, start, received.length, state === 'login' ? 'login' : waiting ? 'ack' : 'nothing')
      if (said === null) break
      start += said.length
      if (said.kind === 'login') {
        if (!said.accepted) {
          retry = times.longestRetry
          options.onRefused?.()
          s.destroy()
          return
        }
        clearTimeout(patience)
        state = 'ready'
        opened = performance.now()
        send()
      } else if (said.kind === 'ack') acknowledged(said.count)
      else s.write(said.imei === undefined ? replyFrame(answerTo(said.text)) : replyFrameOf(imei, said.imei === imei ? answerTo(said.text) : null))
    }
    received = received.subarray(start)
  }

  function acknowledged(count: number): void {
    clearTimeout(patience)
    waiting = false
    const done = flight
    if (done === null || count !== done.records.length) {
      // not what was sent: once more, after a pause, over a new connection
      socket?.destroy()
      return
    }
    flight = null
    options.onAcknowledged?.(done.records, performance.now() - done.sent)
    send()
  }

  function send(): void {
    if (state !== 'ready' || waiting || socket === null) return
    if (flight === null) {
      const records = take()
      if (records.length > 0) flight = { records, frame: avlFrame(codec, records), sent: 0 }
    }
    if (flight === null) {
      if (sleeping) {
        wanted = false
        drop()
      } else ping ??= setTimeout(keepAlive, times.keepAlive)
      return
    }
    quiet()
    flight.sent = performance.now()
    waiting = true
    socket.write(flight.frame)
    expectAnswer()
  }

  function keepAlive(): void {
    socket?.write(PING)
    ping = setTimeout(keepAlive, times.keepAlive)
  }
  function quiet(): void {
    clearTimeout(ping)
    ping = undefined
  }

  return {
    wake() {
      wanted = true
      sleeping = false
      open()
      send()
    },
    sleep() {
      sleeping = true
      send()
    },
    cut() {
      wanted = false
      drop()
    },
    close() {
      ended = true
      wanted = false
      drop()
    },
    get open() {
      return state === 'ready'
    },
  }
}

/** What trackers of this kind answer to what the server asks. */
function answerTo(command: string): string {
  const word = command.trim().split(/\s+/)[0] ?? ''
  if (word === 'getinfo') return 'INI:2026/1/1 0:0 RTC:2026/1/1 0:0 RST:0 ERR:0 SR:0 BR:0 CF:0 FG:0 FL:0 UT:0 SMS:0 NOGPS:0:0 GPS:3 SAT:11 RS:3 MD:1 RF:0'
  if (word === 'getver') return 'Ver:03.27.07_00 GPS:AXN_5.1.9 Hw:FMB120 Mod:1 Init:2026-1-1 0:0'
  if (word === 'setdigout') return `DOUT1:${command.includes('1') ? 1 : 0} Timeout:INFINITY`
  return `${word}: done`
}

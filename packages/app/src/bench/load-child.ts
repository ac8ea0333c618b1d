// The load: a process of its own with many device connections and one packet in flight on each, which times the acknowledgements.
import net from 'node:net'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { loginFrame } from '@flotta/protocols/teltonika/device.ts'
import { drive, nameOf } from './drive.ts'
import { percentile } from './harness.ts'
import type { LoadOptions, LoadRequest, OpenedMessage, Window } from './load.ts'
import { imeiOf, traffic } from './traffic.ts'

interface Connection {
  socket: net.Socket
  readonly send: () => void
  /** Monotonic ms at which the packet was sent; 0: none is in flight. */
  sent: number
  due: number
}

let connections: Connection[] = []
let delays: number[] = []
let acknowledgedCount = 0
let failedCount = 0
let began = 0
let cpu = process.cpuUsage()
let sending = false
let pace: number | null = null

process.on('message', (request: LoadRequest) => {
  if (request.kind === 'open') void open(request.options)
  else if (request.kind === 'start') start()
  else if (request.kind === 'begin') begin()
  else if (request.kind === 'end') tell(end())
  else if (request.kind === 'pause') sending = false
})
process.on('disconnect', () => process.exit(0))
const tell = (answer: OpenedMessage | Window) => void process.send?.(answer)

async function open(options: LoadOptions): Promise<void> {
  pace = options.every
  for (const c of connections) {
    c.sent = 0
    c.socket.destroy()
  }
  connections = []
  const { first, count } = options
  for (let i = 0; i < count; i += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, count - i) }, (_, k) => connect(first + i + k, options)),
    )
  tell({ kind: 'opened', connections: connections.length })
}

/** Uses several addresses, because one has too few ports for very many connections. */
const socketTo = (port: number, index: number): net.Socket =>
  net.connect({
    port,
    host: '127.0.0.1',
    localAddress: process.platform === 'linux' ? `127.0.0.${2 + (index % 8)}` : '127.0.0.1',
    noDelay: true,
  })

function takeAck(connection: Connection, records: number): void {
  acknowledgedCount += records
  delays.push(performance.now() - connection.sent)
  connection.sent = 0
  if (sending && pace === null) connection.send()
}

/** A tracker of another protocol: it waits for the answer to each record. */
function connectOther(
  index: number,
  protocol: string,
  { port, from, step }: LoadOptions,
): Promise<void> {
  const side = deviceSides.get(protocol)
  if (side === undefined) throw new Error(`there is no other end of ${protocol}`)
  const name = nameOf(index, protocol)
  const source = drive(index, from, step)
  let serial = 0
  let answerText = ''
  let expected = side.signIn?.(name, ++serial) ?? null
  return new Promise((resolve, reject) => {
    const connection: Connection = {
      socket: dial(),
      sent: 0,
      due: 0,
      send() {
        expected = side.record(name, source(), ++serial)
        connection.sent = performance.now()
        if (connection.socket.destroyed) connection.socket = dial()
        connection.socket.write(expected.bytes)
      },
    }
    const ready = () => {
      connections.push(connection)
      resolve()
    }
    function dial(): net.Socket {
      const socket = socketTo(port, index)
      socket.on('data', bytes => {
        answerText += bytes.toString('latin1')
        if (expected === null || !expected.answer.test(answerText)) return
        answerText = ''
        expected = null
        if (connection.sent === 0) ready()
        else takeAck(connection, 1)
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (expected === null) return
        // A device without a sign-in may lose its connection while it waits for its turn.
        if (side?.signIn === undefined && connection.sent > 0) {
          connection.socket = dial()
          connection.socket.write(expected.bytes)
        } else if (connection.sent > 0) failedCount++
        else reject(new Error(`${protocol} ${name} was refused`))
      })
      return socket
    }
    if (expected === null) connection.socket.on('connect', ready)
    else connection.socket.write(expected.bytes)
  })
}

function connect(index: number, options: LoadOptions): Promise<void> {
  const { port, from, step, records, all = false, protocol } = options
  if (protocol !== undefined) return connectOther(index, protocol, options)
  return new Promise((resolve, reject) => {
    const socket = socketTo(port, index)
    const source = traffic(index, from, step, records, all)
    const connection: Connection = {
      socket,
      sent: 0,
      due: 0,
      send() {
        connection.sent = performance.now()
        // A copy, because the socket may still hold the bytes when the next packet is made.
        socket.write(Buffer.from(source.next()))
      },
    }
    let waiting = 0
    let isAccepted = false
    socket.on('data', bytes => {
      if (!isAccepted) {
        isAccepted = bytes[0] === 1
        if (!isAccepted) return reject(new Error(`device ${index} was refused`))
        connections.push(connection)
        return resolve()
      }
      waiting += bytes.length
      if (waiting < 4) return
      waiting = 0
      const isRefused = bytes[bytes.length - 1] !== records
      if (isRefused) failedCount++
      takeAck(connection, isRefused ? 0 : records)
    })
    socket.on('error', error => (isAccepted ? failedCount++ : reject(error)))
    socket.write(loginFrame(imeiOf(index)))
  })
}

/** With a rate each connection sends at its own moment of the period; without one, as soon as its packet is acknowledged. */
function start(): void {
  sending = true
  if (pace === null) {
    for (const c of connections) if (c.sent === 0) c.send()
    return
  }
  const period = pace
  const now = performance.now()
  connections.forEach((c, i) => {
    c.due = now + (period * i) / connections.length
  })
  let next = 0
  const tick = () => {
    if (!sending) return
    const time = performance.now()
    for (let remaining = connections.length; remaining > 0; remaining--) {
      const c = connections[next % connections.length]
      if (!c || c.due > time) break
      if (c.sent === 0) c.send()
      else failedCount++
      c.due += period
      next++
    }
    setTimeout(tick, 2)
  }
  tick()
}

function begin(): void {
  delays = []
  acknowledgedCount = 0
  failedCount = 0
  began = performance.now()
  cpu = process.cpuUsage()
}

function end(): Window {
  const seconds = (performance.now() - began) / 1000
  const used = process.cpuUsage(cpu)
  const packets = delays.length
  return {
    kind: 'window',
    seconds,
    records: acknowledgedCount,
    packets,
    failed: failedCount,
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    slowest: percentile(delays, 1),
    cpu: (used.user + used.system) / 1e6,
  }
}

// The peer of the ingest bench: the smallest possible server. It decodes, inserts positions in groups, commits, acknowledges; nothing else.

import net from 'node:net'
import { firstReception } from '@flotta/core/protocol.ts'
import type { Message } from '@flotta/core/telemetry.ts'
import { openPool } from '@flotta/platform/db.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import { insertOf } from './bare.ts'

/** Groups that are inserted at the same time, and the most records of one group. */
const LANES = 4
const MOST = 2_000

interface Packet {
  readonly vehicle_id: number
  readonly messages: readonly Message[]
  readonly acknowledge: () => void
}

serve(process.env.DATABASE_URL ?? '')

/** Inserts packets in groups, a few groups at the same time, and acknowledges them afterwards. @returns a function that takes a packet */
function groupInserter(url: string): (packet: Packet) => void {
  const pool = openPool(url, { max: LANES, application: 'flotta bench bare' })
  let waiting: Packet[] = []
  let running = 0
  let due = false

  const flush = () => {
    due = false
    while (running < LANES && waiting.length > 0) {
      let records = 0
      let take = 0
      while (
        take < waiting.length &&
        (take === 0 || records + (waiting[take] as Packet).messages.length <= MOST)
      )
        records += (waiting[take++] as Packet).messages.length
      const group = waiting.slice(0, take)
      waiting = waiting.slice(take)
      running++
      void insert(group).then(() => {
        running--
        flush()
      })
    }
  }
  const insert = async (group: readonly Packet[]) => {
    const messages = group.flatMap(p => p.messages)
    await pool.query(
      insertOf(
        group.flatMap(p => p.messages.map(() => p.vehicle_id)),
        messages,
      ),
    )
    for (const p of group) p.acknowledge()
  }
  return packet => {
    waiting.push(packet)
    if (!due) setImmediate(flush)
    due = true
  }
}

function serve(url: string): void {
  const insert = groupInserter(url)
  const tcp = teltonika.tcp
  if (!tcp) throw new Error('no TCP')
  const server = net.createServer({ noDelay: true }, socket => {
    let vehicle_id = 0
    let rest: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', bytes => {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      for (;;) {
        const length = tcp.frame(rest, 0, rest.length, 65_536)
        if (length === 0) return
        const decoded = tcp.decode(rest.subarray(0, length), firstReception(0))
        rest = rest.subarray(length)
        if (decoded.kind === 'login') {
          vehicle_id = Number(decoded.device_id.slice(2)) + 1
          socket.write(decoded.accept)
        } else if (decoded.kind === 'messages') {
          const { messages, ack } = decoded
          insert({ vehicle_id, messages, acknowledge: () => void socket.write(ack) })
        }
      }
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') process.send?.({ port: address.port })
  })
  process.on('disconnect', () => process.exit(0))
}

// Attacks by which one customer, or somebody at its address, could harm the others: each runs until it is stopped, and reports its effect.
import net from 'node:net'
import { avlFrame, CODEC_8, loginFrame } from '@flotta/protocols/teltonika/device.ts'
import { type Calls, callsOf, crowd } from './attack-calls.ts'
import type { Company } from './fleet.ts'
import { type Figure, figure, pause, until } from './harness.ts'
import type { Stage } from './stage.ts'
import { imeiOf } from './traffic.ts'

interface Attack {
  readonly name: string
  /** Begins the attack; the returned function ends it and returns its figures. */
  begin(stage: Stage, attacker: Company): Promise<() => Promise<readonly Figure[]>>
}

const DAY_MS = 86_400_000
const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString()

/** Removes the remains of the flood, so that the next attack is measured alone. */
async function forgetReports(
  { database: { pool } }: Stage,
  { customer_id }: Company,
  calls: Calls,
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from reports where customer_id = $1 and ready = 0',
    [customer_id],
  )
  for (const { id } of rows) await calls.send('DELETE', `/reports/${id}`, '{}')
  const running = async () =>
    (
      await pool.query(
        `select 1 from tasks where customer_id = $1 and state in ('waiting', 'running')`,
        [customer_id],
      )
    ).rowCount
  await until('the end of the flood', async () => (await running()) === 0, { every: 200 })
}

/** More than the queue of a company accepts; the rest of the flood continues slowly. */
const REPORTS = 326
const reportFlood: Attack = {
  name: `${REPORTS} reports of a month of all vehicles at once`,
  async begin(stage, attacker) {
    const calls = await callsOf(stage, attacker)
    const ask = (n: number) =>
      calls.send(
        'POST',
        '/reports',
        JSON.stringify({
          type: 'eyegeo',
          vehicle_id: null,
          period_from: day(31 - (n % 2) / 100),
          period_to: day(0.5),
        }),
      )
    for (let n = 0; n < REPORTS; n += 8)
      await Promise.all(Array.from({ length: Math.min(8, REPORTS - n) }, (_, i) => ask(n + i)))
    const { rows } = await stage.database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from tasks where state = 'waiting' and customer_id = $1`,
      [attacker.customer_id],
    )
    const end = crowd(2, 500, ask)
    return async () => {
      await end()
      await forgetReports(stage, attacker, calls)
      return [
        figure('reports that wait for the attacker', rows[0]?.waiting ?? 0, `of ${REPORTS}`, {
          goal: { below: 21 },
        }),
        figure('refused with the time to come back', calls.told, `of ${calls.of(429)} refused`, {
          goal: { atLeast: calls.of(429) },
        }),
      ]
    }
  },
}

const HEAVY = 780_000
/** A route longer than any road, a form with more values than any has, and lists nested as deep as the body is long. */
const heavyBodies = [
  JSON.stringify({
    name: 'x',
    route: { geometry: '?'.repeat(HEAVY), distance: 1, duration: 1 },
    waypoints: [],
  }),
  `{"name":"x","waypoints":[${'0,'.repeat(30_000)}0]}`,
  `{"name":${'['.repeat(60_000)}`,
]
const heavyPosts: Attack = {
  name: 'six at once post bodies of 60 to 780 kB',
  async begin(stage, attacker) {
    const calls = await callsOf(stage, attacker)
    const end = crowd(6, 0, n =>
      calls.send('POST', '/trips', heavyBodies[n % heavyBodies.length] ?? ''),
    )
    return async () => {
      await end()
      return [
        figure('bodies sent', calls.total, ''),
        figure('bodies taken', calls.of(201), '', { goal: { below: 1 } }),
        figure('answered as a fault of ours', calls.of(500), '', { goal: { below: 1 } }),
      ]
    }
  },
}

const HALF_OPEN = 1_000
/** Seconds within which the server requires a complete head. */
const HEAD_WITHIN = 10
const halfOpen: Attack = {
  name: `${HALF_OPEN.toLocaleString('en')} connections with half a head, from the address of the user`,
  async begin({ product }) {
    const port = Number(new URL(product.url).port)
    const open = new Set<net.Socket>()
    const lives: number[] = []
    let over = false
    const connect = () => {
      if (over) return
      const socket = net.connect({ port, host: '127.0.0.1' })
      let since = 0
      open.add(socket)
      socket.on('connect', () => {
        since = performance.now()
        socket.write('GET /api/v1/dashboard HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
      })
      socket.on('error', () => {})
      socket.resume()
      socket.on('close', () => {
        open.delete(socket)
        if (!over && since > 0) lives.push((performance.now() - since) / 1_000)
        setTimeout(connect, 500)
      })
    }
    for (let n = 0; n < HALF_OPEN; n++) {
      connect()
      if (n % 50 === 49) await pause(10)
    }
    return async () => {
      over = true
      const openSockets = open.size
      for (const socket of open) socket.destroy()
      // A connection that was refused at once is not counted.
      const slowLives = lives.filter(seconds => seconds > 1)
      return [
        figure('half-open connections at the end', openSockets, ''),
        ...(slowLives.length > 0
          ? [
              figure('the longest was waited for', Math.max(...slowLives), 's', {
                goal: { below: HEAD_WITHIN + 3 },
              }),
            ]
          : []),
      ]
    }
  },
}

/** Invitations per hour that a company of this size may need. */
const INVITATIONS = 100
const mailFlood: Attack = {
  name: 'invitations without end',
  async begin(stage, attacker) {
    const calls = await callsOf(stage, attacker)
    const count = async () =>
      (await stage.database.pool.query<{ n: number }>('select count(*)::int as n from mails'))
        .rows[0]?.n ?? 0
    const before = await count()
    const end = crowd(4, 20, n =>
      calls.send(
        'POST',
        '/users',
        JSON.stringify({ name: 'Victim', email: `victim${n}@flotta.example`, role: 'view' }),
      ),
    )
    return async () => {
      await end()
      return [
        figure('invitations asked for', calls.total, ''),
        figure('mails written', (await count()) - before, '', { goal: { below: INVITATIONS + 1 } }),
        figure('refused with the time to come back', calls.told, `of ${calls.of(429)} refused`, {
          goal: { atLeast: calls.of(429) },
        }),
      ]
    }
  },
}

const secondConnection: Attack = {
  name: 'two connections claim to be one device, in turns',
  async begin({ product }, attacker) {
    const imei = imeiOf(attacker.first)
    let at = Date.now() - 3_600_000
    let signIns = 0
    let connections = 0
    const end = crowd(2, 20, async () => {
      connections++
      const socket = net.connect({ port: product.teltonika, host: '127.0.0.1', noDelay: true })
      const firstAnswer = () =>
        new Promise<Buffer | null>(resolve => {
          socket.once('data', resolve)
          socket.once('close', () => resolve(null))
          socket.once('error', () => resolve(null))
        })
      socket.write(loginFrame(imei))
      if ((await firstAnswer())?.at(0) === 1) {
        at += 1_000
        socket.write(
          avlFrame(CODEC_8, [{ at, fix: null, elements: [{ id: 239, width: 1, value: 1 }] }]),
        )
        if ((await firstAnswer()) !== null) signIns++
      }
      socket.destroy()
    })
    return async () => {
      await end()
      return [
        figure('connections of the device', connections, ''),
        figure('packets acknowledged', signIns, ''),
      ]
    }
  },
}

export const attacks: readonly Attack[] = [
  reportFlood,
  heavyPosts,
  halfOpen,
  mailFlood,
  secondConnection,
]

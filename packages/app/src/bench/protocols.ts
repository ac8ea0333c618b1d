// Every protocol compared with Teltonika's: records per second that are committed and then acknowledged, one record in a packet, on the shared port.
import { join } from 'node:path'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { makeCompanies } from './fleet.ts'
import { type Bench, type Figure, figure } from './harness.ts'
import { startDatabase, startProduct } from './product.ts'
import { CONNECTIONS, inTurns, type RatedWindow, type Subject } from './turns.ts'

/** Text takes longer to read; devices whose records are not answered send a heartbeat with each. */
const BINARY: ReadonlySet<string> = new Set(['gt06', 'ruptela', 'jt808'])
const LEAST_RATIO = 0.8

export const protocols: Bench = {
  name: 'protocols',
  measures:
    'records acknowledged per second in each protocol beside Teltonika’s, 500 connections each',
  async run(options) {
    const wanted = options.given.protocol?.split(',')
    const names = [...deviceSides.keys()].filter(name => wanted?.includes(name) ?? true)
    const protocolNames = ['teltonika', ...names]
    const database = await startDatabase('bench-protocols')
    try {
      const url = await database.create('product_protocols')
      await makeCompanies(
        url,
        protocolNames.map(() => CONNECTIONS),
        index => protocolNames[Math.floor(index / CONNECTIONS)] ?? 'teltonika',
      )
      const product = await startProduct(join(options.dist, 'main.js'), { DATABASE_URL: url })
      try {
        const subjects = protocolNames.map(
          (protocol, i): Subject => ({
            pid: product.pid,
            port: i === 0 ? product.teltonika : product.trackers,
            first: i * CONNECTIONS,
            ...(i > 0 && { protocol }),
            stop: () => Promise.resolve(),
          }),
        )
        const [peer, ...windows] = await inTurns(subjects, database, options, 1)
        return windows.flatMap((window, i) => figuresOf(names[i] ?? '', window, peer))
      } finally {
        await product.stop()
      }
    } finally {
      await database.stop()
    }
  },
}

function figuresOf(name: string, window: RatedWindow, peer: RatedWindow | undefined): Figure[] {
  const beside = { what: 'teltonika', value: peer?.rate ?? 0 }
  const goal = BINARY.has(name) ? { goal: { atLeast: LEAST_RATIO }, of: 'ratio' as const } : {}
  return [
    figure(`${name}: acknowledged`, window.rate, 'records/s', { peer: beside, ...goal }),
    figure(`${name}: records refused or lost`, window.failed, '', { goal: { below: 1 } }),
  ]
}

// Subjects under load in turns: the speed of a machine changes within a minute, so compared subjects are measured alternately.
import { cpuSeconds, type Figure, figure, memoryMb, type Options, pause } from './harness.ts'
import { type Load, startLoad, type Window } from './load.ts'
import type { Database } from './product.ts'

export const CONNECTIONS = 500
/** ms between two records of a vehicle; with tens of records a second on each connection, hours of its time pass in a minute. */
export const STEP = 5_000
export const DAYS_AGO = 3
/** Number of turns of each subject. */
const TURNS = 6

export interface RatedWindow
  extends Pick<Window, 'seconds' | 'records' | 'failed' | 'p50' | 'p99' | 'cpu'> {
  readonly rate: number
  /** processor seconds per second */
  readonly server: number
  readonly database: number
  readonly memory: number
}
/** The processor time of server and database per record, compared with another subject. */
export const processorTimes = (
  name: string,
  window: RatedWindow,
  peer: string,
  beside: RatedWindow,
): Figure[] =>
  (['server', 'database'] as const).map(part =>
    figure(
      `${name}processor time of the ${part} per record`,
      (window[part] / window.rate) * 1e6,
      'µs',
      { peer: { what: peer, value: (beside[part] / beside.rate) * 1e6 } },
    ),
  )

/** A server under load. */
export interface Subject {
  readonly pid: number
  /** Further processes that belong to the subject. */
  readonly beside?: readonly number[]
  readonly port: number
  /** Its devices report a value for every kind of reading. */
  readonly all?: boolean
  /** Index of its first device, and its protocol; default: 0, and Teltonika's. */
  readonly first?: number
  readonly protocol?: string
  stop(): Promise<void>
}

/** Each subject has a load of its own, which pauses while those of the others run. */
export async function inTurns(
  subjects: readonly Subject[],
  database: Database,
  { quick, given, dist, say }: Options,
  records: number,
): Promise<RatedWindow[]> {
  const seconds = Number(given.seconds ?? (quick ? 5 : 60))
  const turns = Math.max(1, Math.min(TURNS, Math.floor(seconds / 5)))
  const loads = subjects.map(() => startLoad(dist))
  try {
    for (const [i, { port, all = false, first = 0, protocol }] of subjects.entries())
      await loads[i]?.open({
        port,
        first,
        count: CONNECTIONS,
        from: Date.now() - DAYS_AGO * 86_400_000,
        step: STEP,
        records,
        every: null,
        all,
        ...(protocol !== undefined && { protocol }),
      })
    const windows: RatedWindow[][] = subjects.map(() => [])
    for (let turn = 0; turn < turns; turn++) {
      for (const i of orderOf(turn, subjects.length)) {
        const { pid, beside = [] } = subjects[i] as Subject
        const warmUp = turn > 0 ? 2_000 : quick ? 3_000 : 10_000
        const window = await measure(
          [pid, ...beside],
          loads[i] as Load,
          database,
          warmUp,
          (seconds * 1000) / turns,
        )
        windows[i]?.push(window)
      }
      say(
        `  … ${records} a packet, turn ${turn + 1} of ${turns}: ${windows.map(windows => Math.round(windows.at(-1)?.rate ?? 0)).join(' beside ')} records/s`,
      )
    }
    return windows.map(overall)
  } finally {
    for (const load of loads) await load.stop()
  }
}

/** In each turn another subject is the first, so that no subject always runs right after the same other one. */
const orderOf = (turn: number, subjects: number): number[] =>
  Array.from({ length: subjects }, (_, i) => (turn + i) % subjects)

async function measure(
  pids: readonly number[],
  load: Load,
  database: Database,
  warmUp: number,
  ms: number,
): Promise<RatedWindow> {
  const server = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  await database.pool.query('checkpoint')
  load.start()
  await pause(warmUp)
  const before = { server: server(), database: cpuSeconds(database.pid, true) }
  load.begin()
  await pause(ms)
  const window = await load.end()
  const after = { server: server(), database: cpuSeconds(database.pid, true) }
  load.pause()
  return {
    ...window,
    rate: window.records / window.seconds,
    server: (after.server - before.server) / window.seconds,
    database: (after.database - before.database) / window.seconds,
    memory: Math.max(...pids.map(pid => memoryMb(pid).peak)),
  }
}

/** The mean of the turns; for the longest delays and for memory the worst turn. */
function overall(turns: readonly RatedWindow[]): RatedWindow {
  const sum = (key: keyof RatedWindow) => turns.reduce((all, turn) => all + turn[key], 0)
  const mean = (key: keyof RatedWindow) => sum(key) / turns.length
  const worst = (key: keyof RatedWindow) => Math.max(...turns.map(turn => turn[key]))
  return {
    seconds: sum('seconds'),
    records: sum('records'),
    failed: sum('failed'),
    cpu: sum('cpu'),
    rate: sum('records') / sum('seconds'),
    p50: mean('p50'),
    p99: worst('p99'),
    server: mean('server'),
    database: mean('database'),
    memory: worst('memory'),
  }
}

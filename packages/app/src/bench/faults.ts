// The fault scenarios at length: hundreds of kills, half a minute without a database, crowds of bad peers.
import { join } from 'node:path'
import { badSockets } from '../faults/bad-sockets.ts'
import type { Verdict } from '../faults/compare.ts'
import { killedAtRandom } from '../faults/kill.ts'
import { databaseAway } from '../faults/outage.ts'
import { type Bench, type Figure, figure } from './harness.ts'

export const faults: Bench = {
  name: 'faults',
  measures:
    'what is lost, doubled or invented by kills, outages and bad peers (--rounds N --seconds N)',
  async run({ quick, dist, given, say }) {
    const main = join(dist, 'main.js')
    const rounds = Number(given.rounds ?? (quick ? 2 : 20))
    const seconds = Number(given.seconds ?? (quick ? 3 : 30))
    say(`  … ${rounds} kills`)
    const outcome = await killedAtRandom({
      main,
      rounds,
      devices: quick ? 40 : 200,
      records: 5,
      packets: 0,
      longest: quick ? 1_000 : 3_000,
      say,
    })
    for (const line of outcome.differs.slice(0, 10)) say(`  ${line}`)
    say(`  … database away for ${seconds} s`)
    const away = await databaseAway({ main, seconds, devices: quick ? 40 : 500, records: 10 })
    say('  … bad peers')
    const sockets = await badSockets({
      main,
      bad: quick ? 20 : 200,
      healthy: 50,
      packets: quick ? 30 : 300,
    })
    return [
      ...counts(`${rounds} kills`, outcome),
      figure(
        `${rounds} kills: derived results unlike an undisturbed run’s`,
        outcome.differs.length,
        '',
        { goal: { below: 1 } },
      ),
      ...counts(`database away ${seconds} s`, away),
      figure('database away: the process survived', away.survived ? 1 : 0, '', {
        goal: { atLeast: 1 },
      }),
      figure('database away: acknowledged meanwhile', away.acknowledgedAway, 'packets', {
        goal: { below: 1 },
      }),
      figure('database away: highest memory', away.memoryHighest, 'MB', {
        peer: { what: 'before', value: away.memoryBefore },
        goal: { below: 500 },
      }),
      figure(
        'database away: first acknowledgement after its return',
        away.resumedAfter / 1000,
        's',
      ),
      ...counts('bad peers', sockets),
      figure('bad peers: the process survived', sockets.survived ? 1 : 0, '', {
        goal: { atLeast: 1 },
      }),
      figure('bad peers: time to acknowledge of healthy trackers, p99', sockets.beside, 'ms', {
        peer: { what: 'alone', value: sockets.alone },
        goal: { below: 500 },
      }),
    ]
  },
}

const counts = (what: string, v: Verdict): Figure[] => [
  figure(`${what}: records acknowledged and not stored`, v.missing.length, `of ${v.acknowledged}`, {
    goal: { below: 1 },
  }),
  figure(`${what}: records stored twice`, v.doubled.length, `of ${v.stored}`, {
    goal: { below: 1 },
  }),
  figure(`${what}: records stored and never sent`, v.foreign.length, `of ${v.stored}`, {
    goal: { below: 1 },
  }),
]

// npm run bench: runs the benches that are named, or all, one after the other.
import { join } from 'node:path'
import { abuse } from './abuse.ts'
import { rules } from './alert-rules.ts'
import { areas } from './areas.ts'
import { cluster } from './cluster.ts'
import { connections } from './connections.ts'
import { kinds, panels } from './every-kind.ts'
import { faults } from './faults.ts'
import { feed } from './feed.ts'
import { filtersOfMap } from './filters.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { type Bench, type Options, report } from './harness.ts'
import { history } from './history.ts'
import { hooks } from './hooks.ts'
import { ingest } from './ingest.ts'
import { latency } from './latency.ts'
import { management } from './management.ts'
import { map } from './map.ts'
import { pins } from './pins.ts'
import { endOnSignal } from './product.ts'
import { protocols } from './protocols.ts'
import { records } from './records.ts'
import { recovery } from './recovery.ts'
import { register } from './register.ts'
import { replays } from './replays.ts'
import { reports } from './reports.ts'
import { small } from './small.ts'
import { storage } from './storage.ts'

const benches: readonly Bench[] = [
  ingest,
  records,
  protocols,
  kinds,
  rules,
  areas,
  panels,
  latency,
  pins,
  map,
  filtersOfMap,
  history,
  storage,
  growth,
  small,
  firstLoad,
  management,
  connections,
  reports,
  register,
  replays,
  feed,
  hooks,
  faults,
  abuse,
  cluster,
  recovery,
]

const say = (line: string) => void process.stdout.write(`${line}\n`)
endOnSignal()
process.exitCode = await main(process.argv.slice(2))

function sayBenches(head: string): void {
  say(head)
  for (const b of benches) say(`  ${b.name.padEnd(12)} ${b.measures}`)
  say('and --quick for a short run of each.')
}

async function main(args: readonly string[]): Promise<number> {
  const flags: Record<string, string> = {}
  const names: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string
    if (!arg.startsWith('--')) names.push(arg)
    else if (arg !== '--quick') flags[arg.slice(2)] = args[++i] ?? ''
  }
  if (args.includes('--help')) {
    sayBenches('npm run bench runs all of these, npm run bench -- NAME … some:')
    return 0
  }
  const unknownNames = names.filter(n => !benches.some(b => b.name === n))
  if (unknownNames.length > 0) {
    sayBenches(`There is no bench ${unknownNames.join(', ')}. There are:`)
    return 2
  }
  const dist = import.meta.dirname
  const options: Options = {
    quick: args.includes('--quick'),
    dist,
    web: join(dist, '../web'),
    given: flags,
    say,
  }
  const missedGoals: string[] = []
  let failures = 0
  for (const bench of benches) {
    if (names.length > 0 && !names.includes(bench.name)) continue
    say(`${bench.name}: ${bench.measures}`)
    const began = performance.now()
    try {
      const figures = await bench.run(options)
      report(
        bench,
        figures,
        (performance.now() - began) / 1000,
        options,
        join(dist, '../../.cache/bench'),
      )
      for (const f of figures) if (f.met === false) missedGoals.push(`${bench.name}: ${f.what}`)
    } catch (error) {
      failures++
      say(`  failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    }
  }
  if (missedGoals.length > 0)
    say(
      `Goals missed${options.quick ? ' (quick: figures mean little)' : ''}:\n  ${missedGoals.join('\n  ')}`,
    )
  return failures > 0 ? 1 : 0
}

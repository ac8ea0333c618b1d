// npm run simulate: simulated trackers over real sockets. As a child of the server (`--demo`) it drives the demo company's fleet.
import { DAY } from '@flotta/core/time.ts'
import { DEMO_VEHICLES, demoFleet } from '@flotta/features/provider/demo/fleet.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import type { DemoStart } from './demo.ts'
import { type Request, readArguments, UsageError } from './simulator/arguments.ts'
import { startDemoFleet } from './simulator/demo.ts'
import { languageOf } from './simulator/language.ts'
import { ledger } from './simulator/ledger.ts'
import type { Server } from './simulator/line.ts'
import { catchingUp, progressLines } from './simulator/progress.ts'
import { simulation } from './simulator/vehicle.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

try {
  main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  say(error.message)
  process.exitCode = 2
}

function main(argv: readonly string[]): void {
  const request = readArguments(argv, process.env)
  if (request.kind === 'help') process.stdout.write(request.text)
  else if (request.kind === 'list')
    process.stdout.write(`${JSON.stringify(listOf(request), null, 2)}\n`)
  else if (request.kind === 'demo') demo(request.server)
  else {
    const { server, vehicles, first, seed, backFillDays, from, speedup, manner, truth, protocol } =
      request
    say(`${vehicles} vehicles → ${server.host}:${server.port}, seed ${seed}. Ctrl-C ends.`)
    const clock = catchingUp(from, speedup, Date.now)
    const demoVehicles = demoFleet(vehicles, first)
    const truthLedger =
      truth === null
        ? null
        : ledger(truth, simulation(seed), demoVehicles, clock() - backFillDays * DAY)
    const showProgress = progressLines(say, 5)
    const fleet = startDemoFleet({
      server,
      vehicles: demoVehicles,
      seed,
      backFillDays,
      manner,
      clock,
      languageOf: ({ imei }) => languageOf(protocol, imei),
      onProgress(progress) {
        showProgress(progress)
        truthLedger?.goOn(progress.now)
      },
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        fleet.stop()
        truthLedger?.end(clock())
        say(`\n${fleet.progress().records.toLocaleString('en')} records acknowledged`)
        process.exit(0)
      })
  }
}

/** The vehicles, with the names and profiles of their trackers in their protocol. */
function listOf(request: Extract<Request, { kind: 'list' }>) {
  const fleet = demoFleet(request.vehicles, request.first)
  const side = deviceSides.get(request.protocol)
  if (side === undefined) return fleet
  return fleet.map(vehicle => ({
    ...vehicle,
    imei: side.nameOf?.(vehicle.imei) ?? vehicle.imei,
    protocol: request.protocol,
    profile: request.protocol,
  }))
}

/** Runs as a child of the server, which says from when on each vehicle's records are missing, and ends with the server. */
function demo(server: Server): void {
  process.once('message', ({ since, shared }: DemoStart) => {
    startDemoFleet({
      server,
      vehicles: demoFleet(DEMO_VEHICLES),
      since: new Map(Object.entries(since)),
      shared,
      languageOf: ({ protocol, imei }) => languageOf(protocol, imei),
      onProgress: progressLines(progress => process.send?.({ progress }), 5, true),
    })
  })
  const end = () => process.exit(0)
  process.once('disconnect', end)
  process.once('SIGTERM', end)
  // Ctrl-C reaches the whole process group, but the server decides when the simulator ends.
  process.on('SIGINT', () => {})
}

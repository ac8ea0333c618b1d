// The command line of the simulator: its options, and the message for a wrong one.

import { parseArgs } from 'node:util'
import { DAY } from '@flotta/core/time.ts'
import { DEMO_VEHICLES } from '@flotta/features/provider/demo/fleet.ts'
import { deviceSides } from '@flotta/protocols/device-sides.ts'
import { protocols } from '@flotta/protocols/protocols.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import type { Server } from './line.ts'
import { type Manner, manners } from './obedience.ts'

/** The default port: simulated trackers speak Teltonika unless another protocol is chosen. */
const gateway = teltonika.port

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

export type Request =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'list'
      readonly vehicles: number
      readonly first: number
      readonly protocol: string
    }
  | { readonly kind: 'demo'; readonly server: Server }
  | {
      readonly kind: 'run'
      readonly server: Server
      readonly vehicles: number
      readonly first: number
      /** The protocol of the trackers. */
      readonly protocol: string
      readonly seed: number
      /** Days of the past to deliver first. */
      readonly backFillDays: number
      /** Epoch ms at which the simulated world begins; null: now. */
      readonly from: number | null
      /** Simulated seconds in one second, until the present is reached. */
      readonly speedup: number
      /** How the devices take commands. */
      readonly manner: Manner
      /** File for the record of what the vehicles really did; null: none. */
      readonly truth: string | null
    }

const USAGE = 'npm run simulate -- --vehicles 40'
const HELP = `Simulated trackers that drive through Italy and report over real sockets.

  ${USAGE} [--speedup N] [--server host:port]

  --vehicles N         how many (default ${DEMO_VEHICLES}); their trackers must be registered, else the server refuses them.
                       The first ${DEMO_VEHICLES} are the demo company's (npm run -s flotta -- demo create)
  --protocol NAME      what the trackers speak (default teltonika): ${[...deviceSides.keys()].join(', ')}.
                       --list --protocol NAME prints what to register; such trackers take no commands
  --server HOST:PORT   gateway (default 127.0.0.1 and the port of the protocol, ${gateway.variable} or ${gateway.default})
  --speedup N          the simulated time runs N times as fast until it reaches the present, from where it goes on as usual
  --from ISO           when the simulated time begins, e.g. 2026-11-20T06:00:00Z (default: now; with --speedup a day ago)
  --back-fill DAYS     deliver so many past days first (default 0)
  --seed N             another seed makes another world (default 1)
  --commands MANNER    how the devices take remote commands: ${manners.join(', ')} (default obey)
  --truth FILE         write down what each vehicle really did, a line of JSON for each vehicle and day (UTC), when the day is over and at the end
  --imei-from N        leave out the first N vehicles of the fleet (default 0): the server's own demo drives the first ${DEMO_VEHICLES} already
  --list               print the vehicles with their IMEIs and profiles as JSON, and end
  --help
`
const options = {
  vehicles: { type: 'string' },
  protocol: { type: 'string' },
  server: { type: 'string' },
  speedup: { type: 'string' },
  from: { type: 'string' },
  'back-fill': { type: 'string' },
  seed: { type: 'string' },
  'imei-from': { type: 'string' },
  commands: { type: 'string' },
  truth: { type: 'string' },
  list: { type: 'boolean' },
  demo: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const wrong = (what: string) =>
  new UsageError(`${what}\nType: ${USAGE}\nHelp: npm run simulate -- --help`)

/** Throws UsageError. */
export function readArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  now = Date.now(),
): Request {
  const options = parse(argv)
  if (options.help) return { kind: 'help', text: HELP }
  const vehicles = number('vehicles', options.vehicles, DEMO_VEHICLES, 1, 100_000)
  const first = number('imei-from', options['imei-from'], 0, 0, 899_999)
  const protocol = protocolOf(options.protocol)
  if (options.list) return { kind: 'list', vehicles, first, protocol }
  const server = readServerAddress(options.server, env, protocol)
  if (options.demo) return { kind: 'demo', server }
  const speedup = number('speedup', options.speedup, 1, 1, 10_000, false)
  const from =
    options.from === undefined ? (speedup > 1 ? now - DAY : null) : instant(options.from, now)
  return {
    kind: 'run',
    server,
    vehicles,
    first,
    protocol,
    speedup,
    from,
    seed: number('seed', options.seed, 1, 0, 2 ** 31 - 1),
    manner: mannerOf(options.commands),
    truth: options.truth ?? null,
    backFillDays: number('back-fill', options['back-fill'], 0, 0, 366, false),
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw wrong(
      error instanceof Error ? error.message.replace(/\. To specify.*$/s, '') : String(error),
    )
  }
}

function number(
  name: string,
  text: string | undefined,
  otherwise: number,
  least: number,
  most: number,
  integer = true,
): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (
    text.trim() === '' ||
    !Number.isFinite(value) ||
    value < least ||
    value > most ||
    (integer && !Number.isInteger(value))
  )
    throw wrong(
      `--${name} ${text} is not allowed: a ${integer ? 'whole ' : ''}number from ${least} to ${most} is needed`,
    )
  return value
}

function mannerOf(text = 'obey'): Manner {
  const manner = manners.find(m => m === text)
  if (manner === undefined) throw wrong(`--commands ${text} is not allowed: ${manners.join(', ')}`)
  return manner
}

function protocolOf(name = teltonika.name): string {
  if (name !== teltonika.name && !deviceSides.has(name))
    throw wrong(
      `--protocol ${name} is not allowed: ${[teltonika.name, ...deviceSides.keys()].join(', ')}`,
    )
  return name
}

function instant(text: string, now: number): number {
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at))
    throw wrong(`--from ${text} is not allowed: an instant such as 2026-11-20T06:00:00Z is needed`)
  if (at > now)
    throw wrong(`--from ${text} is not allowed: it lies in the future, which no tracker reports`)
  return at
}

/** `host:port`, `[::1]:port`; the default is this machine and the port of the settings. Throws UsageError. */
export function readServerAddress(
  text: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  protocol = teltonika.name,
): Server {
  const protocolPort = protocols.find(p => p.name === protocol)?.port ?? gateway
  if (text === undefined)
    return { host: '127.0.0.1', port: Number(env[protocolPort.variable] || protocolPort.default) }
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  if (!match || port < 1 || port > 65_535)
    throw wrong(
      `--server ${text} is not allowed: write host:port, e.g. 127.0.0.1:${gateway.default}`,
    )
  return { host: match[1] ?? match[2] ?? '', port }
}

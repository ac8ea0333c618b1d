// How a simulated device answers a command: it obeys, or it fails in one of the ways of real devices.
import type { Fix } from '@flotta/core/telemetry.ts'
import { SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import { forgetOutputs } from './outputs.ts'
import { forgetOrders } from './reefers.ts'
import { transmitterOf } from './signals.ts'

/** `lie`: it confirms the command and does nothing · `other`: it answers another command · `drop`: it closes its connection · `ignore`: it never answers. */
export const manners = [
  'obey',
  'refuse',
  'fail',
  'delay',
  'drop',
  'lie',
  'other',
  'ignore',
] as const
export type Manner = (typeof manners)[number]

/** How a device responds to a command. */
export interface CommandResponse {
  /** The answer; null: none. */
  readonly say: string | null
  /** The command is refused; with codec 14 by the protocol's own refusal. */
  readonly refused?: true
  /** Milliseconds before it answers. */
  readonly after?: number
  /** It closes its connection instead. */
  readonly drop?: true
  /** When its readings show the effect, so that it sends a record, epoch ms. */
  readonly tells?: readonly number[]
  /** Seconds between its records from now on, while it drives. */
  readonly interval?: number
}

/** Time between the answer and the readings that show the effect. */
const APPLIES_AFTER = 2 * SECOND
const LATE = 8 * SECOND
const VERSION = 'Ver:03.27.07_00 GPS:AXN_5.1.9 Hw:FMB120 Mod:1 Init:2026-1-1 0:0'

/** A command that a device has executed. */
export interface ExecutedCommand {
  /** When its effect shows in readings, epoch ms. */
  readonly at: number
  readonly text: string
}
const executedByImei = new Map<string, ExecutedCommand[]>()
/** The commands that a device has executed, oldest first. */
export const executedBy = ({ imei }: Pick<DemoVehicle, 'imei'>): readonly ExecutedCommand[] =>
  executedByImei.get(imei) ?? []

/** For tests that share vehicles: forgets all commands. */
export function forgetCommands(): void {
  executedByImei.clear()
  forgetOutputs()
  forgetOrders()
}

/**
 * @param at epoch ms of the simulated world
 * @param fix the vehicle's fix then; null: the device has none
 */
export function take(
  vehicle: DemoVehicle,
  manner: Manner,
  command: string,
  at: number,
  fix: Fix | null = null,
): CommandResponse {
  if (manner === 'refuse') return { say: 'Unknown command', refused: true }
  if (manner === 'fail') return { say: 'ERROR: command failed' }
  if (manner === 'drop') return { say: null, drop: true }
  if (manner === 'ignore') return { say: null }
  if (manner === 'other') return { say: VERSION }
  if (manner === 'lie') return { say: 'OK' }
  const late = manner === 'delay' ? LATE : 0
  const shows = at + late + APPLIES_AFTER
  const reaction = transmitterOf(vehicle).reply(command, shows)
  if (reaction !== null)
    executedByImei.set(vehicle.imei, [...executedBy(vehicle), { at: shows, text: command }])
  return {
    ...(reaction === null
      ? ofItself(command, at, fix)
      : { say: reaction.answer, tells: reaction.tells }),
    ...(late > 0 && { after: late }),
  }
}

/** Period of records while the vehicle moves. */
const PERIOD = /\b10050:(\d{1,5})\b/
/** Commands that every tracker knows. */
function ofItself(command: string, at: number, fix: Fix | null): CommandResponse {
  const [word = '', values = ''] = command.trim().split(/\s+/)
  if (word !== 'setparam') return { say: answerTo(word, at, fix) }
  const period = Number(PERIOD.exec(values)?.[1] ?? 0)
  return { say: `New value ${values};`, ...(period > 0 && { interval: period }) }
}
function placeText(at: number, fix: Fix | null): string {
  const instant = new Date(at).toISOString()
  const clock = `Date: ${instant.slice(0, 10).replaceAll('-', '/')} Time: ${instant.slice(11, 19)}`
  if (fix === null) return `GPS:0 Sat:0 Lat:0.000000 Long:0.000000 Alt:0 Speed:0 Dir:0 ${clock}`
  const [latitude, longitude] = [fix.latitude_e7, fix.longitude_e7].map(e7 => (e7 / 1e7).toFixed(6))
  return `GPS:1 Sat:${fix.satellites} Lat:${latitude} Long:${longitude} Alt:${fix.altitude} Speed:${fix.speed} Dir:${fix.direction} ${clock}`
}
function answerTo(word: string, at: number, fix: Fix | null): string {
  if (word === 'getgps') return placeText(at, fix)
  if (word === 'getinfo')
    return 'INI:2026/1/1 0:0 RTC:2026/1/1 0:0 RST:0 ERR:0 SR:0 BR:0 CF:0 FG:0 FL:0 UT:0 SMS:0 NOGPS:0:0 GPS:3 SAT:11 RS:3 MD:1 RF:0'
  return word === 'getver' ? VERSION : 'Unknown command'
}

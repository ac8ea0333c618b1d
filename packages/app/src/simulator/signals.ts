// The values that each vehicle's device sends: those of its signals, under the words of its profile.
import { type ProfileWriter, profileWriter } from '@flotta/core/profile-writer.ts'
import type { Values, Word } from '@flotta/core/telemetry.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'
import {
  CODEC_8,
  CODEC_8E,
  CODEC_16,
  carries,
  type DataCodec,
  type Element,
} from '@flotta/protocols/teltonika/device.ts'
import teltonika from '@flotta/protocols/teltonika/protocol.ts'
import type { DayPlan, Leg, Stop } from './day-plan.ts'
import type { CommandAnswer, Moment, Signal } from './signal.ts'

/** In the order of their names. */
const all = Object.values(
  import.meta.glob<Signal>(['./signals/[a-z]*.ts', '!**/*.test.ts'], {
    eager: true,
    import: 'default',
  }),
)

export const codecOf = (vehicle: DemoVehicle): DataCodec =>
  vehicle.profile === 'fmb1xx'
    ? vehicle.index % 4 === 0
      ? CODEC_8E
      : CODEC_8
    : vehicle.index % 3 === 2
      ? CODEC_16
      : CODEC_8E

/** The signals of a vehicle as its device sends them. */
export interface Transmitter {
  /** Every word that its device knows, with its value. */
  values(moment: Moment): Values
  elements(moment: Moment): Element[]
  /** Moments of a part of a day at which a signal triggers a record, each with its word. */
  changes(doing: Stop | Leg, day: DayPlan): (readonly [at: number, word: Word])[]
  /** Id of the parameter that carries a word. */
  idOf(word: Word): number
  /** Carries out a command and returns the answer; null: the command is unknown. */
  reply(text: string, at: number): CommandAnswer | null
  /** Whether the tracker never sleeps. */
  readonly reachable: boolean
}

type SignalValue = readonly [word: Word, value: (moment: Moment) => number | string | undefined]

function newTransmitter(vehicle: DemoVehicle): Transmitter {
  const writer = writerOf(vehicle.profile, codecOf(vehicle))
  const signals = all.filter(signal => signal.appliesTo?.(vehicle) ?? true)
  const spokenWords = signals
    .flatMap(({ words }) => wordsOf(words))
    .filter(([word]) => writer.speaks(word))
  const causes = signals.flatMap(({ words, changes }) => {
    const [first] = wordsOf(words)
    return first === undefined || changes === undefined ? [] : [[first[0], changes] as const]
  })
  return {
    values(moment) {
      const values: Values = {}
      for (const [word, say] of spokenWords) {
        const value = say(moment)
        if (value !== undefined) values[word] = value
      }
      return values
    },
    elements(moment) {
      const elements: Element[] = []
      for (const [word, say] of spokenWords) {
        const value = say(moment)
        const element = value === undefined ? null : writer.element(word, value)
        if (element !== null) elements.push(element)
      }
      return elements
    },
    changes: (doing, day) =>
      causes.flatMap(([word, changes]) =>
        changes(doing, { vehicle, day }).map(at => [at, word] as const),
      ),
    // The parameter is a number, or else a text.
    idOf: word => (writer.element(word, 1) ?? writer.element(word, ''))?.id ?? 0,
    reply(text, at) {
      for (const { reply } of signals) {
        const reaction = reply?.(vehicle, text, at) ?? null
        if (reaction !== null) return reaction
      }
      return null
    },
    reachable: signals.some(signal => signal.reachable === true),
  }
}
const wordsOf = (words: Signal['words']) => Object.entries(words) as readonly SignalValue[]

const transmitters = new WeakMap<DemoVehicle, Transmitter>()
export function transmitterOf(vehicle: DemoVehicle): Transmitter {
  const transmitter = transmitters.get(vehicle) ?? newTransmitter(vehicle)
  transmitters.set(vehicle, transmitter)
  return transmitter
}

const writers = new Map<string, ProfileWriter>()
function writerOf(code: string, codec: DataCodec): ProfileWriter {
  const key = `${code} ${codec}`
  const cachedWriter = writers.get(key)
  if (cachedWriter) return cachedWriter
  const profile = teltonika.profiles.find(p => p.code === code)
  if (profile === undefined) throw new RangeError(`no device family ${code}`)
  const writer = profileWriter(profile, element => carries(codec, element))
  writers.set(key, writer)
  return writer
}

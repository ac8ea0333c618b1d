// Normalises a record: by the profile and the wiring its raw parameters become a position and
// readings. Pure.
import type { ProfileReader } from '@flotta/core/profile-reader.ts'
import { numberOf, type Reading, type Source, type Sources, source } from '@flotta/core/reading.ts'
import type { RecordValues } from '@flotta/core/record-values.ts'
import { type Fix, type PositionData, type Word, words } from '@flotta/core/telemetry.ts'
import { readings } from '../../kinds.ts'
import { MOVING_ABOVE_KMH } from '../plausible-fixes.ts'
import type { Wiring } from './place.ts'

/** The column's limit, metres. */
const MAX_ODOMETER = 2_147_483_647

/** What a record contains, without what is known of its vehicle. */
export interface NormalisedRecord {
  readonly position: PositionData | null
  readonly moving: boolean | null
  readonly odometer: number | null
  /** The readings of the record, by their index. */
  readonly readings: readonly { readonly index: number; readonly data: object }[]
}

/** The words for motion, which are no readings. */
const MOTION_MEANINGS = {
  movement: ['movement'],
  odometer: ['odometer'],
} as const satisfies Reading['meanings']
/** Words that a record of any profile may have. */
const RECORD_WORDS: readonly Word[] = ['event', 'priority', 'generation']

/** What the words of one device mean on its vehicle. */
export interface WordMeanings {
  readonly motionSources: Sources
  /** Only the readings that the device can have. */
  readonly readings: readonly {
    readonly index: number
    readonly reading: Reading
    readonly sources: Sources
    /** Indices of the words from which the reading is made. A record without any of them does not contain it. */
    readonly places: Uint16Array
  }[]
}

type Reader = Pick<ProfileReader, 'profile'>

/**
 * Devices of one profile share all meanings that their wiring does not change, which saves memory.
 * @param wiring meaning → word, or `!word` for its opposite; wiring that names no word is left out
 * @param reader null: the profile is unknown, so no word has a meaning
 */
export function meaningsOf(wiring: Wiring, reader: Reader | null): WordMeanings {
  if (reader === null) return NO_MEANINGS
  const usual = unwiredMeanings.get(reader) ?? compileMeanings({}, wordsOfProfile(reader))
  unwiredMeanings.set(reader, usual)
  if (Object.keys(wiring).length === 0) return usual
  const wiredMeanings = compileMeanings(wiring, wordsOfProfile(reader))
  return {
    motionSources: wiredMeanings.motionSources,
    readings: wiredMeanings.readings.map(meaning =>
      isAffectedByWiring(meaning.reading, wiring)
        ? meaning
        : (usual.readings.find(u => u.index === meaning.index) ?? meaning),
    ),
  }
}
const NO_MEANINGS: WordMeanings = { motionSources: {}, readings: [] }
const unwiredMeanings = new WeakMap<Reader, WordMeanings>()
const wordsOfProfile = ({ profile }: Reader): ReadonlySet<Word> =>
  new Set<Word>([...RECORD_WORDS, ...profile.parameters.map(p => p.word)])
const isAffectedByWiring = ({ meanings }: Reading, wiring: Wiring): boolean => {
  const codes = wiredCodes(wiring)
  return Object.entries(meanings).some(
    ([meaning, usual]) => Object.hasOwn(wiring, meaning) || usual.some(word => codes.has(word)),
  )
}
/**
 * A text word that is wired loses its usual meaning. A wired beacon, for example, is no driver's
 * card.
 */
const wiredCodes = (wiring: Wiring): ReadonlySet<Word> =>
  new Set(
    Object.values(wiring).flatMap(name =>
      (wiredSources(name) ?? []).flatMap(({ word }) => (words[word] === 'text' ? [word] : [])),
    ),
  )

function compileMeanings(wiring: Wiring, profileWords: ReadonlySet<Word>): WordMeanings {
  const codes = wiredCodes(wiring)
  const sourcesOf = (meanings: Reading['meanings']): Sources =>
    Object.fromEntries(
      Object.entries(meanings).map(([meaning, usual]) => {
        const sources =
          wiredSources(wiring[meaning]) ??
          usual.filter(word => !codes.has(word)).map(word => source(word))
        return [meaning, sources.filter(({ word }) => profileWords.has(word))]
      }),
    )
  return {
    motionSources: sourcesOf(MOTION_MEANINGS),
    readings: readings.flatMap((reading, index) => {
      const sources = sourcesOf(reading.meanings)
      const places = Object.entries(sources).flatMap(([meaning, list]) =>
        reading.accompanying?.includes(meaning) ? [] : list.map(({ place }) => place),
      )
      return places.length > 0
        ? [{ index, reading, sources, places: Uint16Array.from(new Set(places)) }]
        : []
    }),
  }
}
function wiredSources(name: string | undefined): readonly Source[] | null {
  if (name === undefined) return null
  const isInverted = name.startsWith('!')
  const word = isInverted ? name.slice(1) : name
  return Object.hasOwn(words, word) ? [source(word as Word, isInverted)] : null
}

/**
 * @param latest the newest value of each reading, by its index; an unchanged value is returned as
 * the same object
 */
export function normalise(
  fix: Fix | null,
  values: RecordValues,
  meanings: WordMeanings,
  latest: readonly ({ readonly data: object } | null)[] = [],
): NormalisedRecord {
  const movement = numberOf(values, meanings.motionSources.movement)
  const odometer = numberOf(values, meanings.motionSources.odometer)
  const moving =
    movement !== null ? movement !== 0 : fix !== null ? fix.speed > MOVING_ABOVE_KMH : null
  const recordReadings: { index: number; data: object }[] = []
  for (const { index, reading, sources, places } of meanings.readings) {
    if (!values.containsAny(places)) continue
    const data = reading.read(values, sources, latest[index]?.data)
    if (data !== null) recordReadings.push({ index, data })
  }
  return {
    position: fix === null ? null : positionOf(fix, moving === true),
    moving,
    odometer: odometer !== null && odometer >= 0 && odometer <= MAX_ODOMETER ? odometer : null,
    readings: recordReadings,
  }
}

function positionOf(fix: Fix, moving: boolean): PositionData {
  const { altitude, direction, speed, satellites } = fix
  return {
    latitude: fix.latitude_e7 / 1e7,
    longitude: fix.longitude_e7 / 1e7,
    altitude,
    direction,
    speed,
    satellites,
    moving,
  }
}

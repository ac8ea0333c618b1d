// All derivations. Every derive.ts of a feature is found here.
import { type Derivation, type Need, sameJson } from '@flotta/core/derivation.ts'
import { readings } from '../../kinds.ts'

interface DerivationsFile {
  readonly derivations: readonly Derivation[]
}
const derivationFiles: Readonly<Record<string, DerivationsFile>> = {
  ...import.meta.glob<DerivationsFile>('../../[a-z]*/[a-z]*/derive.ts', { eager: true }),
}

export const derivations: readonly Derivation[] = Object.entries(derivationFiles)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, file]) => file.derivations)
const names = new Set(derivations.map(d => d.name))
if (names.size !== derivations.length) throw new Error('two derivations share a name')

/**
 * Indices of the derivations that need this; undefined: those that are stepped for every record.
 */
const derivationsNeeding = (need: Need | undefined): readonly number[] =>
  derivations.flatMap((d, i) =>
    (need === undefined ? d.needs === undefined : d.needs?.includes(need)) ? [i] : [],
  )
for (const { name, needs = [] } of derivations)
  for (const need of needs)
    if (need !== 'position' && need !== 'moving' && !readings.some(r => r.kind === need))
      throw new Error(`the derivation ${name} needs ${need}, which nobody tells`)

/** Which derivations are stepped, by what a record contains. */
export const derivationsByNeed = {
  always: derivationsNeeding(undefined),
  position: derivationsNeeding('position'),
  moving: derivationsNeeding('moving'),
  /** By the index of the reading. */
  readings: readings.map(r => derivationsNeeding(r.kind as Need)),
}

/** The states of all derivations for one vehicle, in their order. */
export type Memory = unknown[]
export const startMemory = (): Memory => derivations.map(d => d.start)
const isStartState = (i: number, state: unknown): boolean =>
  state === derivations[i]?.start || sameJson(state, derivations[i]?.start)
/**
 * The part of one derivation in the JSON text, with its comma; empty for its start state. Where the
 * derivation writes its state by itself, the part ends before it.
 */
export const memoryTextAt = (i: number, state: unknown): string =>
  isStartState(i, state)
    ? ''
    : `,"${derivations[i]?.name}":${writesOfDerivations[i] === undefined ? JSON.stringify(state) : ''}`
/** How the derivations write their states, by their index; undefined: as their JSON. */
export const writesOfDerivations = derivations.map(d => d.stored?.write)
export const memoryOf = (json: Readonly<Record<string, unknown>>): Memory =>
  derivations.map(d =>
    Object.hasOwn(json, d.name) ? (d.stored?.read(json[d.name]) ?? json[d.name]) : d.start,
  )

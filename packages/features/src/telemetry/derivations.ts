// Every rule with memory: each feature's derive.ts is found here.
import { type Derivation, type Need, type Sample, sameJson } from '@flotta/core/derivation.ts'

interface Exported {
  readonly derivations: readonly Derivation[]
}
const files: Readonly<Record<string, Exported>> = {
  ...import.meta.glob<Exported>('../*/derive.ts', { eager: true }),
  ...import.meta.glob<Exported>('../services/*/derive.ts', { eager: true }),
}

export const derivations: readonly Derivation[] = Object.entries(files)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, file]) => file.derivations)
const names = new Set(derivations.map(d => d.name))
if (names.size !== derivations.length) throw new Error('two derivations share a name')

const bits: Readonly<Record<Need, number>> = { position: 1, moving: 2, ignition: 4, power: 8, temperature: 16 }
const ANY = 32
/** For each derivation, of what a record must speak so that it is stepped. */
export const needed: readonly number[] = derivations.map(d => d.needs?.reduce((mask, need) => mask | bits[need], 0) ?? ANY)
/** Of what a record speaks; `ANY` is always among it. */
export const spoken = (s: Pick<Sample, Need>): number =>
  ANY |
  (s.position === null ? 0 : bits.position) |
  (s.moving === null ? 0 : bits.moving) |
  (s.ignition === null ? 0 : bits.ignition) |
  (s.power === null ? 0 : bits.power) |
  (s.temperature === null ? 0 : bits.temperature)

/** What all derivations know of one vehicle, in their order. */
export type Memory = unknown[]
export const startMemory = (): Memory => derivations.map(d => d.start)
const isStart = (i: number, state: unknown): boolean => state === derivations[i]?.start || sameJson(state, derivations[i]?.start)
/** By name; only what differs from the start. */
export function memoryJson(memory: Memory): Record<string, unknown> {
  return Object.fromEntries(derivations.flatMap((d, i) => (isStart(i, memory[i]) ? [] : [[d.name, memory[i]]])))
}
/** One derivation's part of the JSON text, with its comma; nothing where it is as at the start. */
export const memoryText = (i: number, state: unknown): string =>
  isStart(i, state) ? '' : `,"${derivations[i]?.name}":${derivations[i]?.stored?.text(state) ?? JSON.stringify(state)}`
export const memoryOf = (json: Readonly<Record<string, unknown>>): Memory =>
  derivations.map(d => (Object.hasOwn(json, d.name) ? (d.stored?.read(json[d.name]) ?? json[d.name]) : d.start))

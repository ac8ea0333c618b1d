// The readings of one vehicle, kind and day as columns in JSON, which PostgreSQL reads too (`unpack_readings`). Exact: every text comes back letter by letter. Pure.

/** Readings in the order of time and seq. */
export interface DayReadings {
  /** Microseconds since the begin of the day. */
  readonly micros: readonly number[]
  readonly seqs: readonly number[]
  /** Each value as the JSON that is stored. */
  readonly texts: readonly string[]
}

/** Objects with the same fields in the same order; `names` null: values that are not such objects. */
interface Form {
  readonly names: readonly string[] | null
  /** One list for each field, in the order of the readings of this form; JSON in the writer. */
  readonly values: string[][]
}

const units = [1_000_000, 1_000] as const
const unitOf = (micros: readonly number[]): number =>
  units.find(unit => micros.every(time => time % unit === 0)) ?? 1

/** The fields of an object if `JSON.stringify` would write it as `text`; null: it would not. */
function fieldsOf(text: string): [string, unknown][] | null {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return JSON.stringify(value) === text ? Object.entries(value) : null
}

/** The text of a pack. */
export function encodeReadings({ micros, seqs, texts }: DayReadings): string {
  const unit = unitOf(micros)
  const forms = new Map<string, Form & { readonly place: number }>()
  const formOf = (names: readonly string[] | null) => {
    const key = JSON.stringify(names)
    const values = (names ?? ['']).map((): string[] => [])
    const form = forms.get(key) ?? { names, values, place: forms.size }
    forms.set(key, form)
    return form
  }
  const shapes = texts.map(text => {
    const fields = fieldsOf(text)
    const form = formOf(fields?.map(([name]) => name) ?? null)
    if (fields === null) form.values[0]?.push(text)
    else for (const [i, [, value]] of fields.entries()) form.values[i]?.push(JSON.stringify(value))
    return form.place
  })
  const steps = micros.map((time, i) => (time - (micros[i - 1] ?? 0)) / unit)
  const formTexts = [...forms.values()].map(
    ({ names, values }) =>
      `{"names":${JSON.stringify(names)},"values":[${values.map(list => `[${list.join(',')}]`).join(',')}]}`,
  )
  return `{"unit":${unit},"times":[${steps.join(',')}],"seqs":[${seqs.join(',')}],"shapes":[${shapes.join(',')}],"forms":[${formTexts.join(',')}]}`
}

/** What a pack holds. */
export interface UnpackedReadings {
  /** Microseconds since the begin of the day. */
  readonly micros: readonly number[]
  readonly seqs: readonly number[]
  readonly values: readonly unknown[]
}
interface PackContent {
  readonly unit: number
  readonly times: readonly number[]
  readonly seqs: readonly number[]
  readonly shapes: readonly number[]
  readonly forms: readonly {
    readonly names: readonly string[] | null
    readonly values: readonly (readonly unknown[])[]
  }[]
}
export function decodeReadings(text: string): UnpackedReadings {
  const { unit, times, seqs, shapes, forms } = JSON.parse(text) as PackContent
  let ticks = 0
  const micros = times.map(step => {
    ticks += step
    return ticks * unit
  })
  const places = forms.map(() => 0)
  const values = shapes.map(shape => {
    const form = forms[shape]
    if (form === undefined) throw new RangeError('a pack has a form too few')
    const place = places[shape] ?? 0
    places[shape] = place + 1
    if (form.names === null) return form.values[0]?.[place]
    const value: Record<string, unknown> = {}
    form.names.forEach((name, i) => {
      value[name] = form.values[i]?.[place]
    })
    return value
  })
  return { micros, seqs, values }
}

// The one error that the product throws on purpose. Every other error is a bug and becomes a 500.

/** HTTP status of each problem code. */
export const problemStatus = {
  bad_request: 400,
  unauthorized: 401,
  session_ended: 401,
  second_factor: 401,
  second_factor_enrol: 401,
  forbidden: 403,
  step_up_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  invalid: 422,
  link_used: 422,
  link_expired: 422,
  locked: 423,
  too_many: 429,
  unavailable: 503,
} as const
export type ProblemCode = keyof typeof problemStatus

/** A text key with its variables. HTTP and the command line translate it into the language of the reader. */
export interface Words {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

export class Problem extends Error {
  readonly code: ProblemCode
  /** The sentence for the reader, e.g. `auth.login.wrong`. */
  readonly words: Words
  /** Field name → its faults. */
  readonly fields: Readonly<Record<string, readonly Words[]>>
  /** Seconds after which the caller may try again (429, 503). */
  readonly retryAfter: number | undefined
  /** Data that the caller needs to go on, unchanged; it is sent as `data` beside the faults. */
  readonly data: Readonly<Record<string, string[]>>
  constructor(
    code: ProblemCode,
    words: Words | string = `api.${code}`,
    fields: Readonly<Record<string, readonly Words[]>> = {},
    retryAfter?: number,
    data: Readonly<Record<string, string[]>> = {},
  ) {
    const sentence = typeof words === 'string' ? { key: words } : words
    super(sentence.key)
    this.code = code
    this.words = sentence
    this.fields = fields
    this.retryAfter = retryAfter
    this.data = data
  }
  get status(): number {
    return problemStatus[this.code]
  }
}

export const notFound = (): Problem => new Problem('not_found')
/** `invalid({ email: 'validation.taken' })` */
export const invalid = (fields: Readonly<Record<string, string | Words>>): Problem =>
  new Problem(
    'invalid',
    'api.invalid',
    Object.fromEntries(
      Object.entries(fields).map(([name, w]) => [name, [typeof w === 'string' ? { key: w } : w]]),
    ),
  )

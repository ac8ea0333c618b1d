// What an examination of the installation finds: one line each, which says what to do.
export type State = 'ok' | 'warn' | 'fail'
export interface Finding {
  readonly state: State
  readonly check: string
  readonly says: string
  readonly do: string | null
}

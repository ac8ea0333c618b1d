// What news means: each feature says in its `live.ts` what a change of its rows does to open streams, and which answers are out of date by it. One value for the server and the browser.
import type { Endpoint } from './contract.ts'

/** A row that others remember has changed; `table` '*' after a lost connection: anything may have. */
export interface RowChange {
  readonly table: string
  readonly id?: number
  readonly customer_id?: number
  readonly vehicle_id?: number
  readonly device_id?: number
  readonly user_id?: number
  readonly session_id?: string
  /** Of a task: what sort of work it is. */
  readonly kind?: string
}

/** Who reads a stream. */
export interface Listener {
  readonly user_id: number
  readonly customer_id: number
  /** The session, or the API token, that the call came with. */
  readonly credential:
    | { readonly kind: 'session'; readonly id: string }
    | { readonly kind: 'token'; readonly id: number }
}
/** The readers of one customer, who see the same. */
export interface Audience {
  readonly customer_id: number
  sees(vehicle_id: number | undefined): boolean
}
/** What can be done to the open streams. */
export interface Streams {
  /** They read anew which vehicles they see, and are told that the list may have changed. */
  resee(which: (audience: Audience) => boolean): void
  /** They are asked whether they may still read. */
  recheck(which: (listener: Listener) => boolean): void
  /** Their session is over. */
  end(which: (listener: Listener) => boolean): void
  /** They get the pin of a vehicle that they see anew, with these kinds of its data. */
  renew(which: (audience: Audience) => boolean, vehicle_id: number, kinds: readonly string[]): void
  /** They hear of something by its word. */
  tell(which: (listener: Listener) => boolean, news: string): void
}

export interface Live {
  /** Table → what a change of its rows means for the streams. */
  readonly tables?: Readonly<Record<string, (change: RowChange, streams: Streams) => void>>
  /** Word → the endpoints whose answers are out of date by it. `vehicles`: the list of vehicles changed; `status`: a connection status turned. */
  readonly news?: Readonly<Record<string, readonly Endpoint[]>>
  /** Kind of data of a vehicle → the endpoints whose answers are out of date by it; of those with an `:id`, that vehicle's. */
  readonly kinds?: Readonly<Record<string, readonly Endpoint[]>>
}
export const live = (meaning: Live): Live => meaning

// Live updates: each feature declares in its `live.ts` how a change of its rows affects open streams and which answers become outdated. The server and the browser use the same value.
import type { Endpoint } from './contract.ts'

/** A cached row has changed. `table` is '*' after a lost connection: any row may have changed. */
export interface RowChange {
  readonly table: string
  readonly id?: number
  readonly customer_id?: number
  readonly vehicle_id?: number
  readonly device_id?: number
  readonly user_id?: number
  readonly session_id?: string
  /** Kind of a task. */
  readonly kind?: string
}

/** `customer_id` of users without a company. No row has it, so queries with it find nothing. */
export const NO_CUSTOMER = 0
/** The reader of a stream. */
export interface Listener {
  readonly user_id: number
  /** `NO_CUSTOMER` for a provider without a company. */
  readonly customer_id: number
  /** The session or the API token of the call; `ticket`: that of a sign-in that must enrol a second factor first. */
  readonly credential:
    | { readonly kind: 'session'; readonly id: string }
    | { readonly kind: 'token'; readonly id: number }
    | { readonly kind: 'ticket'; readonly id: string }
}
/** The readers of one customer, who see the same data. */
export interface Audience {
  readonly customer_id: number
  sees(vehicle_id: number | undefined): boolean
}
/** Operations on open streams. */
export interface Streams {
  /** Reads again which vehicles the audiences see, and announces that the list may have changed. */
  resee(which: (audience: Audience) => boolean): void
  /** Checks again whether the listeners may still read. */
  recheck(which: (listener: Listener) => boolean): void
  /** Ends the streams of an ended session. */
  end(which: (listener: Listener) => boolean): void
  /** Sends the pin of a vehicle again, with these kinds of data. */
  renew(which: (audience: Audience) => boolean, vehicle_id: number, kinds: readonly string[]): void
  /** Sends an announcement by its name. */
  tell(which: (listener: Listener) => boolean, news: string): void
}

export interface Live {
  /** Table → effect of a changed row on the streams. */
  readonly tables?: Readonly<Record<string, (change: RowChange, streams: Streams) => void>>
  /** Announcement → endpoints with outdated answers. `vehicles`: the list of vehicles has changed; `status`: a connection status has changed. */
  readonly news?: Readonly<Record<string, readonly Endpoint[]>>
  /** Kind of data of a vehicle → endpoints with outdated answers; of endpoints with an `:id`, only the answer for that vehicle. */
  readonly kinds?: Readonly<Record<string, readonly Endpoint[]>>
}
export const live = (meaning: Live): Live => meaning

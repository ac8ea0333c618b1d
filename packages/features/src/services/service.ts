// What a service is: the value that its map filter, its dashboard box and, where it has a panel, its tab are made from.

export interface Service {
  /** The service's word on the wire, in addresses and in texts. */
  readonly code: string
  /** Any one of these agreements opens it (services.3); empty: open to everybody who sees the vehicle. */
  readonly agreements: readonly number[]
  /** Place among the tabs and filters. */
  readonly order: number
  /** The features that the map can filter by (services.43): `active` is the agreement, the others are alert codes. */
  readonly features: readonly string[]
  /** Alert codes that the dashboard counts (services.46). */
  readonly dashboard_features: readonly string[]
  /** Kinds of data that it shows: news of one makes the open panel read again. */
  readonly kinds: readonly string[]
}

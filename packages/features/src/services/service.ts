// What a service declares: its map filter, its dashboard box and, where it has a panel, its tab are made from it.

/** What a vehicle's line on a page shows beside its status. */
export type PageFigures = 'newest' | 'position' | 'unit'
/** Pictures of pages that are about a part of a service. */
export type PagePicture = 'api' | 'area' | 'flask' | 'pill'
/** A link to another page that may interest the reader: its address, and the text key of its title. */
export type PageWay = readonly [path: string, title: string]
/** A page below /services, about a service or about a part of it (services.51). */
export interface ServicePage {
  /** What the page is about: the last part of its address, and its picture. Absent: the whole service, with the service's code, title and picture. */
  readonly part?: { readonly name: string; readonly picture: PagePicture }
  /** Place among the pages. */
  readonly order: number
  /** The page lists vehicles on which any one of these agreements is held; empty: every vehicle. Absent: those of the service. */
  readonly agreements?: readonly number[]
  /** Codes of its alerts. Absent: those of the service. */
  readonly alerts?: readonly string[]
  /** What it shows of a vehicle; absent: the newest values of the service. */
  readonly figures?: PageFigures
  readonly ways?: readonly PageWay[]
}
export interface Service {
  /** The service's name in the API, in addresses and in text keys. */
  readonly code: string
  /** Any one of these agreements opens it (services.3); empty: open to everybody who sees the vehicle. */
  readonly agreements: readonly number[]
  /** Place among the tabs and filters. */
  readonly order: number
  /** The features that the map can filter by (services.43): `active` is the agreement, the others are alert codes. */
  readonly features: readonly string[]
  /** Alert codes that the dashboard counts (services.46). */
  readonly dashboard_features: readonly string[]
  /** Kinds of data that it shows: an event of one makes the open panel read again. */
  readonly kinds: readonly string[]
  /** Its pages below /services. */
  readonly pages?: readonly ServicePage[]
}

/** The codes of all alerts of a service, whether the map, the dashboard or one of its pages lists them. */
export const alertCodesOf = ({ features, dashboard_features, pages = [] }: Service): string[] => [
  ...new Set(
    [...features, ...dashboard_features, ...pages.flatMap(({ alerts = [] }) => alerts)].filter(
      feature => feature !== 'active',
    ),
  ),
]

// The eleven pages below /services: each is an overview of a service's values for the vehicles.
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceOf } from '../services.ts'

/** What a vehicle's line tells beside its status. */
export type Figures = 'newest' | 'position' | 'unit'
export interface Page {
  /** The last word of its address. */
  readonly name: string
  /** Code of the service that it is about; its title and picture are the page's. */
  readonly service?: string
  /** Any one of these, held on a vehicle, brings the vehicle here; none: every vehicle. */
  readonly agreements: readonly number[]
  /** Codes of its alerts. */
  readonly alerts: readonly string[]
  readonly figures: Figures
  /** Code of the service whose newest values it tells, where `figures` are those. */
  readonly tells?: string
}

/** A page about a service as its folder says it. */
function about(service: string, figures: Figures = 'newest'): Page {
  const { agreements = [], features = [], dashboard_features = [] } = serviceOf(service) ?? {}
  const alerts = [...new Set([...features, ...dashboard_features])].filter(
    feature => feature !== 'active',
  )
  return { name: service, service, agreements, alerts, figures, tells: service }
}
export const pages: readonly Page[] = [
  about('eyecold'),
  about('eyegeo', 'position'),
  about('eyeway'),
  about('carbontax'),
  about('eyefuel'),
  { name: 'eyelink', agreements: [], alerts: [], figures: 'unit' },
  {
    name: 'eyepharma',
    agreements: [agreement.eyecold, agreement.fridge],
    alerts: [
      'temperature_out_of_range',
      'setpoint_out_of_range',
      'cooling_system_alarm',
      'cooling_door_open',
    ],
    figures: 'newest',
    tells: 'eyecold',
  },
  about('eyeservice'),
  about('eyeshare'),
  {
    name: 'f-gas',
    agreements: [agreement.fgas],
    alerts: ['fgas'],
    figures: 'newest',
    tells: 'eyeservice',
  },
  {
    name: 'geofencing',
    agreements: [agreement.eyegeo],
    alerts: ['hub_enter', 'hub_exit', 'poi_enter', 'poi_exit'],
    figures: 'position',
  },
]
export const pageOf = (name: string): Page | undefined => pages.find(page => page.name === name)
/** Key of the page's title. */
export const titleOf = ({ name, service }: Page): string =>
  service === undefined ? `overviews.page.${name}.title` : `${service}.title`
/** Key of the title of the page of this name; undefined: there is none. */
export const overviewTitle = (name: string): string | undefined => {
  const page = pageOf(name)
  return page === undefined ? undefined : titleOf(page)
}

/** Whether the page is about a vehicle on which these agreements are held. */
export const isAbout = (
  { agreements }: Page,
  agreementIds: readonly number[] | undefined,
): boolean =>
  agreements.length === 0 ||
  (agreementIds !== undefined && agreements.some(id => agreementIds.includes(id)))

// The pages below /services, as the services declare them: each is an overview of a service's values for the vehicles.
import {
  alertCodesOf,
  type PageFigures,
  type PagePicture,
  type PageWay,
  type Service,
  type ServicePage,
} from '../service.ts'
import { services } from '../services.ts'

export interface Page {
  /** The last word of its address. */
  readonly name: string
  /** Code of the service that it is about; its title and picture are the page's. */
  readonly service?: string
  /** Where it is about a part of a service. */
  readonly picture?: PagePicture
  /** Any one of these, held on a vehicle, brings the vehicle here; none: every vehicle. */
  readonly agreements: readonly number[]
  /** Codes of its alerts. */
  readonly alerts: readonly string[]
  readonly figures: PageFigures
  /** Code of the service whose newest values it tells, where `figures` are those. */
  readonly tells: string
  readonly ways: readonly PageWay[]
}

const pageFrom = (service: Service, page: ServicePage): Page => ({
  ...(page.part ?? { name: service.code, service: service.code }),
  agreements: page.agreements ?? service.agreements,
  alerts: page.alerts ?? alertCodesOf(service),
  figures: page.figures ?? 'newest',
  tells: service.code,
  ways: page.ways ?? [],
})
export const pages: readonly Page[] = services
  .flatMap(service => (service.pages ?? []).map(page => ({ service, page })))
  .sort((a, b) => a.page.order - b.page.order)
  .map(({ service, page }) => pageFrom(service, page))
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

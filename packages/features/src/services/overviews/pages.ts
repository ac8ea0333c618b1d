// The pages below /services, as the services declare them: each lists vehicles with values of a service.
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
  /** The last part of its address. */
  readonly name: string
  /** Code of the service that the page is about; the page has its title and picture. */
  readonly service?: string
  /** For a page about a part of a service. */
  readonly picture?: PagePicture
  /** The page lists vehicles on which any one of these agreements is held; empty: every vehicle. */
  readonly agreements: readonly number[]
  /** Codes of its alerts. */
  readonly alerts: readonly string[]
  readonly figures: PageFigures
  /** Code of the service whose newest values it shows, if `figures` are such values. */
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
/** Text key of the title of the page with this name; undefined: there is none. */
export const overviewTitle = (name: string): string | undefined => {
  const page = pageOf(name)
  return page === undefined ? undefined : titleOf(page)
}

/** Whether the page lists a vehicle on which these agreements are held. */
export const isAbout = (
  { agreements }: Page,
  agreementIds: readonly number[] | undefined,
): boolean =>
  agreements.length === 0 ||
  (agreementIds !== undefined && agreements.some(id => agreementIds.includes(id)))

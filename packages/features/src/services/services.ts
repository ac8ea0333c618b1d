// Every folder here is a service: adding one adds its filter, its box on the dashboard and, with a panel, its tab.
import type { Service } from './service.ts'

const serviceFiles = import.meta.glob<Service>('./[a-z]*/service.ts', {
  eager: true,
  import: 'default',
})
export const services: readonly Service[] = Object.values(serviceFiles).sort(
  (a, b) => a.order - b.order,
)

export const serviceOf = (code: string): Service | undefined => services.find(s => s.code === code)

/** Whether one of the service's agreements is among `held` (ids active now for the caller's customer). */
export const isOpen = (service: Service, agreementIds: readonly number[]): boolean =>
  service.agreements.length === 0 || service.agreements.some(id => agreementIds.includes(id))

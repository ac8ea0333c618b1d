// The severity of a vehicle's open alerts on a service page, which counts only the page's own alerts.
import { alertDefinition } from '../../../alerts/incidents/catalogue.ts'
import type { Pin } from '../../../map/global-map/contract.ts'
import type { Page } from '../pages.ts'

/** undefined: none of the page's alerts is open. */
export function gravestOf(page: Page, pin: Pin) {
  const definitions = (pin.active_alerts ?? [])
    .flatMap(({ alert_id }) => alertDefinition(alert_id) ?? [])
    .filter(d => page.alerts.includes(d.code))
  return definitions.sort((a, b) => b.severity - a.severity)[0]?.severity
}

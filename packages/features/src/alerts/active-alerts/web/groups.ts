// Groups the alerts of a page by vehicle, or by driver and day. Pure.
import { formatDateTime } from '@flotta/ui/texts.ts'
import type { TFunction } from 'i18next'
import type { ActiveAlert } from '../../incidents/contract.ts'

export type AlertGrouping = 'vehicle' | 'driver'
export interface AlertGroup {
  readonly key: string
  /** null: these alerts are not grouped. */
  readonly name: string | null
  readonly alerts: readonly ActiveAlert[]
}

/** The groups in the order of the alerts; without a grouping all alerts are one group. */
export function groupsOf(
  alerts: readonly ActiveAlert[],
  grouping: AlertGrouping | undefined,
  t: TFunction,
): readonly AlertGroup[] {
  if (grouping === undefined) return [{ key: 'all', name: null, alerts }]
  const groups = new Map<string, ActiveAlert[]>()
  const dayOf = ({ created_at }: ActiveAlert) => formatDateTime(created_at, 'date')
  const keyOf = (alert: ActiveAlert): string =>
    grouping === 'vehicle'
      ? String(alert.pivot.vehicle_id)
      : `${alert.driver?.id ?? ''} ${dayOf(alert)}`
  const nameOf = (alert: ActiveAlert): string =>
    grouping === 'vehicle'
      ? (alert.plate ?? t('incidents.no_plate'))
      : `${alert.driver?.name ?? t('incidents.no_driver')} · ${dayOf(alert)}`
  for (const alert of alerts) {
    const group = groups.get(keyOf(alert))
    if (group === undefined) groups.set(keyOf(alert), [alert])
    else group.push(alert)
  }
  return [...groups].map(([key, ofGroup]) => ({
    key,
    name: ofGroup[0] === undefined ? null : nameOf(ofGroup[0]),
    alerts: ofGroup,
  }))
}

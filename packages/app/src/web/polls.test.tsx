// The answers that are read again each minute while somebody looks at them.
import { pageMeta } from '@flotta/core/contract.ts'
import ActiveAlertsScreen from '@flotta/features/alerts/active-alerts/web/ActiveAlertsScreen.tsx'
import { active } from '@flotta/features/alerts/incidents/contract.ts'
import { AlertsMenu } from '@flotta/features/alerts/incidents/web/AlertsMenu.tsx'
import { typesStatistics } from '@flotta/features/fleet/vehicles/contract.ts'
import { StatisticsMenu } from '@flotta/features/fleet/vehicles/web/StatisticsMenu.tsx'
import { standing } from '@flotta/features/map/global-map/web/testing.ts'
import {
  list as notifications,
  unreadCount,
} from '@flotta/features/people/notifications/contract.ts'
import { NotificationsMenu } from '@flotta/features/people/notifications/web/NotificationsMenu.tsx'
import NotificationsScreen from '@flotta/features/people/notifications/web/NotificationsScreen.tsx'
import { dashboard, toDo } from '@flotta/features/portal/dashboard/contract.ts'
import DashboardScreen from '@flotta/features/portal/dashboard/web/DashboardScreen.tsx'
import { answering, failing, showAt, signIn } from '@flotta/ui/testing.tsx'
import { waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const MINUTE = 60_000
const page = (per_page: number) => pageMeta({ page: 1, per_page }, 0)
beforeEach(() => {
  signIn()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

test.each<[string, ComponentType, string]>([
  ['the statistics of the bar [navigation.70]', StatisticsMenu, typesStatistics.path],
  ['the alerts of the bar', AlertsMenu, active.path],
  ['the active alerts [alerts.112]', ActiveAlertsScreen, active.path],
  ['the first notifications of the bar', NotificationsMenu, notifications.path],
  ['the first page of notifications [notifications.20]', NotificationsScreen, notifications.path],
  ['the dashboard [dashboard.17]', DashboardScreen, dashboard.path],
])('each minute, while they are shown: %s [live.26]', async (_, Screen, path) => {
  const view = await showAt(
    '/',
    <Screen />,
    ...standing(),
    answering(typesStatistics, []),
    answering(active, { data: [], meta: { ...page(50), acknowledged: 0 } }),
    answering(notifications, { data: [], meta: page(20) }),
    answering(unreadCount, { total: 0 }),
    answering(toDo, { alarms: { total: 0, items: [] }, groups: [] }),
    failing(dashboard, 503, { message: 'Il server si avvia', code: 'starting' }),
  )
  const readings = () => view.requests.filter(asked => asked.path.split('?')[0] === path)
  await waitFor(() => expect(readings()).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(MINUTE)
  await waitFor(() => expect(readings()).toHaveLength(2))
  view.unmount()
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(readings()).toHaveLength(2)
})

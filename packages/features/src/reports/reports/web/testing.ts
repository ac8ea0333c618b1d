// Reports and readers for the tests of the report screens.
import { answering } from '@flotta/ui/testing.tsx'
import { signedInAs } from '../../../people/auth/web/testing.ts'
import { type Report, reports, unreadCount } from '../contract.ts'

const AT = '2026-11-03T09:05:00.000Z'
export const reportOf = (id: number, some: Partial<Report> = {}): Report => ({
  id,
  type: 'eyegeo',
  ready: 1,
  hash: 'h4sh',
  read_at: null,
  vehicle: 'AB123CD',
  services: 'eyegeo',
  period_from: '2026-11-02T23:00:00.000Z',
  period_to: AT,
  vehicle_id: 7,
  progress: 100,
  error: null,
  requested_by: 'Marta Neri',
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  ...some,
})
export const signedInReader = (role: 'view' | 'edit' = 'edit') => signedInAs(role)
export const reportEndpoints = (items: () => readonly Report[]) => [
  // the endpoint of one report comes first, because its path begins like that of the list
  answering(
    reports.one,
    request => items().find(r => request.path.startsWith(`/reports/${r.id}`)) as Report,
  ),
  answering(reports.list, () => ({
    data: [...items()],
    meta: { current_page: 1, total_pages: 1, per_page: 20, total: items().length },
  })),
  answering(unreadCount, () => ({
    total: items().filter(r => r.ready !== 0 && r.read_at === null).length,
  })),
]

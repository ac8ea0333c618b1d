// The dashboard: a customer's figures, its open alerts by service, and the newest news.
import { endpoint } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** `increment`: the total now minus the total 30 days ago. */
export const Figure = z.object({ total: z.int(), increment: z.int() })
export type Figure = z.infer<typeof Figure>
/** `alerts`: open incidents of the customer's visible vehicles; `customers`: the companies below it. `services`: box → feature → its open alerts. */
export const Dashboard = z.object({
  alerts: Figure,
  vehicles: Figure,
  users: Figure,
  reports: Figure,
  customers: Figure,
  services: z.record(z.string(), z.record(z.string(), z.int())),
  news: z.object({ latest: z.object({ id: z.int(), title: z.string(), url: z.string() }) }),
})
export type Dashboard = z.infer<typeof Dashboard>

export const dashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary:
    'Totals with what the last 30 days added, open alerts by service and feature, the newest news',
  allow: 'view',
  scope: 'customer',
  reply: Dashboard,
  etag: true,
})

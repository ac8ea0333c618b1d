// Customers: companies that own vehicles, and their configurations (P §3).
import { Id, requiredText, text } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** Parameters the product reads; values are text, as the spec's list has them. Others are kept as they are. */
export const configurationDefaults = {
  max_users: '50',
  max_drivers: '50',
  tos_active: '0',
  drivers_active: '0',
  t_check: '0',
  maps_view_satellite: '0',
  alert_sms: '0',
  geocoding_general_report_active: '0',
} as const

export const Configuration = z.object({ parameter: requiredText(100), value: text(500) })
export const Customer = z.object({
  id: Id,
  name: z.string(),
  vat_id: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  region: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  timezone: z.string(),
  configurations: z.array(Configuration),
})
export type Customer = z.infer<typeof Customer>

// Alerts: definitions, channels, and the incidents that are open now (P §2, §3, decisions 5).
import { endpoint, Id, Instant, Page, PageMeta } from '@flotta/core/contract.ts'
import { z } from 'zod'

/** 0 event, 1 warning, 2 alarm (P §3). */
export const Severity = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type Severity = z.infer<typeof Severity>

export interface AlertDefinitionRow {
  readonly id: number
  readonly code: string
  readonly severity: Severity
  readonly agreement_id: number
}
/** id code severity agreement, as in decisions 5. */
export const alertDefinitions: readonly AlertDefinitionRow[] = (
  [
    [1, 'speed_limit', 1, 2],
    [2, 'temperature_out_of_range', 2, 3],
    [3, 'setpoint_out_of_range', 1, 3],
    [4, 'cooling_system_off', 1, 3],
    [5, 'local_unit_override', 0, 3],
    [6, 'voltage_warning', 1, 27],
    [7, 'cooling_system_alarm', 2, 3],
    [8, 'hub_enter', 0, 2],
    [9, 'hub_exit', 0, 2],
    [10, 'poi_enter', 0, 2],
    [11, 'poi_exit', 0, 2],
    [12, 'door_open', 1, 4],
    [13, 'door_siren', 2, 4],
    [14, 'door_locking', 0, 4],
    [15, 'cooling_door_open', 1, 3],
    [16, 'cap_open', 1, 5],
    [17, 'fuel_alarm', 2, 5],
    [18, 'fuel_running_low', 1, 5],
    [20, 'service', 1, 28],
    [21, 'fgas', 1, 23],
    [22, 'recorder', 1, 21],
    [23, 'maintenance', 1, 28],
    [24, 'brake', 2, 8],
    [25, 'tyres', 2, 8],
    [26, 'overload', 1, 8],
    [27, 'sub_agreement_ends', 1, 104],
    [28, 'tandt_locked', 0, 24],
    [29, 'tandt_unlocked', 1, 24],
    [30, 'tandt_unauthorized', 2, 24],
    [36, 'voltage_alarm', 2, 27],
  ] as const
).map(([id, code, severity, agreement_id]) => ({ id, code, severity, agreement_id }))
export const alert = { speed_limit: 1, voltage_warning: 6, voltage_alarm: 36 } as const
const byId = new Map(alertDefinitions.map(d => [d.id, d]))
export const alertDefinition = (id: number): AlertDefinitionRow | undefined => byId.get(id)

/** Channels (decisions 5); on `sms` only alerts 2, 7 and 36. */
export const channels = [
  { id: 1, code: 'email' },
  { id: 2, code: 'sms' },
] as const
export const SMS_ALERTS: readonly number[] = [2, 7, 36]

/** Name and description are in the reader's language. */
export const AlertDefinition = z.object({ id: z.int(), code: z.string(), name: z.string(), description: z.string(), severity: Severity, agreement_id: z.int() })
export const Channel = z.object({ id: z.int(), code: z.string() })
/** An open incident. `customer_id` null: the vehicle's own condition; else the customer whose rule or area it is. `created_at`: device time at which the condition began. */
export const ActiveAlert = z.object({
  id: z.uuid(),
  alert_id: z.int(),
  customer_id: Id.nullable(),
  severity: Severity,
  code: z.string(),
  description: z.string(),
  created_at: Instant,
  plate: z.string().nullable(),
  pivot: z.object({ vehicle_id: Id }),
})
export type ActiveAlert = z.infer<typeof ActiveAlert>

export const all = endpoint({
  method: 'GET',
  path: '/alerts/all',
  summary: 'Alert definitions in the reader’s language',
  allow: 'view',
  scope: 'none',
  reply: z.array(AlertDefinition),
  etag: true,
})
export const allChannels = endpoint({
  method: 'GET',
  path: '/alerts/channels',
  summary: 'Channels that alerts can be sent by',
  allow: 'view',
  scope: 'none',
  reply: z.array(Channel),
  etag: true,
})
/** Newest first; `severity` keeps those of at least that severity. */
export const active = endpoint({
  method: 'GET',
  path: '/alerts/active',
  summary: 'Incidents open now on the vehicles that the caller sees',
  allow: 'view',
  scope: 'customer',
  query: Page.extend({ severity: z.coerce.number<number>().int().min(0).max(2).optional() }),
  reply: z.array(ActiveAlert),
  meta: PageMeta,
  etag: true,
})

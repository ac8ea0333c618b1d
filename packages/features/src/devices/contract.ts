// What a device is to the provider: the box in the vehicle, known by its IMEI.
import { Id, Instant, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { NAME } from './rules.ts'

/** An IMEI, or what the device's protocol calls it by. */
export const Imei = z.string().regex(NAME, 'provider.imei')

/** What is written on the unit. */
export const UnitCode = text(50)
/** `profile`: code of the device family; `from`: since when it is in the vehicle, default: as long as neither was mounted otherwise. */
export const DeviceForm = z.object({ imei: Imei, vehicle_id: Id, profile: z.string().min(1), from: Instant.optional(), unit_code: UnitCode.optional() })
export type DeviceForm = z.infer<typeof DeviceForm>

export interface DeviceRecord {
  readonly id: number
  readonly imei: string
  readonly unit_code: string | null
  readonly protocol: string
  readonly profile: string
  /** Meaning → word. */
  readonly wiring: Readonly<Record<string, string>>
  /** null: in no vehicle now. */
  readonly vehicle_id: number | null
  readonly plate: string | null
  /** Its connection is open now. */
  readonly connected: boolean
  readonly last_seen_at: Date | null
  readonly address: string | null
  /** Sign-ins while an older connection was open. */
  readonly conflicts: number
  readonly created_at: Date
}

export interface UnclaimedDevice {
  readonly identifier: string
  readonly protocol: string
  readonly address: string
  readonly first_seen: Date
  readonly last_seen: Date
  readonly count: number
}

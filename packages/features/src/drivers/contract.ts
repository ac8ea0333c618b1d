// Drivers: the people of a customer who may be at the wheel (P §3, decisions 17.7).
import { Email, Id, PhoneNumber, requiredText, text } from '@flotta/core/contract.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

const Active = z.union([z.literal(0), z.literal(1)])
/** `license_expiration_date` is its last good day; `phone_number` E.164; `active` 0: kept, and no longer chosen anywhere. */
export const Driver = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  license: z.string().nullable(),
  license_expiration_date: z.iso.date().nullable(),
  /** The number of the iButton, RFID tag or tachograph card that names the driver to a device. */
  ibutton_id: z.string().nullable(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  active: Active,
})
export type Driver = z.infer<typeof Driver>
export const DriverForm = z.object({
  name: requiredText(100),
  surname: requiredText(100),
  license: optional(text(30)),
  license_expiration_date: optional(z.iso.date()),
  ibutton_id: optional(text(40)),
  phone_number: optional(PhoneNumber),
  email: optional(Email),
  note: optional(text(1_000)),
  active: Active.default(1),
})
/** Of `/all`: the active ones. */
export const DriverItem = Driver.pick({ id: true, name: true, surname: true, active: true })
export type DriverItem = z.infer<typeof DriverItem>

export const drivers = resource('drivers', {
  record: Driver,
  form: DriverForm,
  search: ['name', 'surname', 'license', 'note'],
  item: DriverItem,
  asked: { active: z.coerce.number<number>().pipe(Active).optional() },
})

/** A driver as vehicles and activities name it. */
export const DriverName = z.object({ id: Id, name: z.string(), surname: z.string() })
export type DriverName = z.infer<typeof DriverName>

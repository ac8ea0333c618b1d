// Drivers: the people of a customer who may drive its vehicles.
import {
  ById,
  Day,
  Email,
  endpoint,
  Id,
  Instant,
  optionalFilter,
  PhoneNumber,
  text,
} from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

const Active = z.union([z.literal(0), z.literal(1)])
/** `license_expiration_date` is the last valid day; `phone_number` E.164; `active` 0: the driver is stored but cannot be chosen. */
export const Driver = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  license: z.string().nullable(),
  license_expiration_date: z.iso.date().nullable(),
  /** The number of the iButton, RFID tag or tachograph card by which devices identify the driver. */
  ibutton_id: z.string().nullable(),
  phone_number: z.string().nullable(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  active: Active,
  /** The driver may use the company's vehicles privately. */
  private_trips: z.boolean(),
})
export type Driver = z.infer<typeof Driver>
export const DriverForm = z.object({
  name: nameText(100),
  surname: nameText(100),
  license: optional(text(30)),
  license_expiration_date: optional(Day),
  ibutton_id: optional(text(40)),
  phone_number: optional(PhoneNumber),
  email: optional(Email),
  note: optional(text(1_000)),
  active: Active.default(1),
  private_trips: z.boolean().default(false),
})
/** An item of `/all`, which lists the active drivers. */
export const DriverItem = Driver.pick({
  id: true,
  name: true,
  surname: true,
  active: true,
  private_trips: true,
})
export type DriverItem = z.infer<typeof DriverItem>

export const drivers = resource('drivers', {
  record: Driver,
  form: DriverForm,
  search: ['name', 'surname', 'license', 'note'],
  item: DriverItem,
  list_query: { active: optionalFilter(Active) },
})

/** A driver as vehicles and activities name it. */
export const DriverName = z.object({ id: Id, name: z.string(), surname: z.string() })
export type DriverName = z.infer<typeof DriverName>

/** Everything stored about a driver (GDPR art. 15 and 20): the record, activities, identifications by card, and the trips that began during an activity. `km` is of the whole trip, also where the driver drove a part of it. */
export const DriverData = z.object({
  driver: Driver.extend({ created_at: Instant }),
  activities: z.array(
    z.object({
      plate: z.string(),
      period_from: Instant,
      period_to: Instant.nullable(),
      entered_by: z.enum(['person', 'device']),
    }),
  ),
  identifications: z.array(z.object({ plate: z.string(), at: Instant })),
  /** The entered private periods; their trips are among the others, with their places. */
  private_trips: z.array(
    z.object({ plate: z.string(), period_from: Instant, period_to: Instant.nullable() }),
  ),
  trips: z.array(
    z.object({
      plate: z.string(),
      period_from: Instant,
      period_to: Instant.nullable(),
      km: z.number(),
      max_speed: z.number(),
      start: z.object({ latitude: z.number(), longitude: z.number() }),
      end: z.object({ latitude: z.number(), longitude: z.number() }),
    }),
  ),
})
export type DriverData = z.infer<typeof DriverData>
const ownDriverById = { scope: { record: 'drivers' }, params: ById, allow: 'edit' } as const
export const driverData = endpoint({
  method: 'GET',
  path: '/drivers/:id/data',
  summary: 'All that is known of a driver, to be handed over',
  ...ownDriverById,
  reply: DriverData,
})
/** Erases what identifies the person (GDPR art. 17). The activities stay, with a driver without a name. Nothing can undo it. */
export const eraseDriver = endpoint({
  method: 'POST',
  path: '/drivers/:id/erase',
  summary: 'Erase what names a driver; activities stay without the name',
  ...ownDriverById,
  body: z.object({}),
  reply: z.null(),
  status: 204,
})

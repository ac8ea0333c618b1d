// Rows of drivers, and of their activities.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    drivers: {
      id: Generated<number>
      customer_id: number
      name: string
      surname: string
      license: string | null
      license_expiration_date: string | null
      ibutton_id: string | null
      /** `ibutton_id` in the form for comparison (`rules.ts`). */
      ibutton_key: string | null
      phone_number: string | null
      email: string | null
      note: string | null
      active: Generated<0 | 1>
      private_trips: Generated<boolean>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
    driver_activities: {
      id: Generated<number>
      customer_id: number
      vehicle_id: number
      driver_id: number
      period_from: Date
      /** null: in progress. */
      period_to: Date | null
      /** The source: a person, or the device by the driver's card. */
      origin: Generated<'person' | 'device'>
      updated_at: Generated<Date>
    }
  }
}

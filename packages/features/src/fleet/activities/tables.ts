// Rows of the cards by which drives were identified, and of the vehicles whose activities must be derived again.
import '@flotta/platform/db.ts'
import type { Generated } from 'kysely'
import '../drivers/tables.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    driver_identifications: {
      vehicle_id: number
      at: Date
      ibutton_key: string
      told_at: Date
      /** The owner at the time, and the driver who has the card; null: not looked up yet, or nobody has it. */
      customer_id: number | null
      driver_id: number | null
    }
    driver_marks: { id: Generated<number>; vehicle_id: number; from_at: Date }
  }
}

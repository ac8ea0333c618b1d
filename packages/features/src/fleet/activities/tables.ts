// Rows of which card each drive was known by, and of what is still to be drawn from them.
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
      /** The owner at the time, and whose card it was; null: not looked up yet, nobody's. */
      customer_id: number | null
      driver_id: number | null
    }
    driver_marks: { id: Generated<number>; vehicle_id: number; from_at: Date }
  }
}

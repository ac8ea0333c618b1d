// Rows of vehicles, of their former values, and of SMS sent for them.
import '@flotta/platform/db.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TireParameters } from './contract.ts'
import type { VehicleSubtype, VehicleType } from './values.ts'

declare module '@flotta/platform/db.ts' {
  interface Tables {
    vehicles: {
      id: Generated<number>
      customer_id: number
      plate: string
      serial: string | null
      model: string | null
      color: string | null
      vehicle_type: VehicleType
      vehicle_subtype: VehicleSubtype | null
      km_offset: Generated<number>
      log_interval: Generated<number>
      ownership_type: Generated<number>
      tire_ownership: Generated<number>
      axles_number: number | null
      /** The entered parameters of its tyres; missing ones have defaults. */
      tire_parameters: JSONColumnType<
        Partial<TireParameters>,
        string | null | undefined,
        string | null
      > | null
      configurations: JSONColumnType<Record<string, string>, string | undefined, string>
      retired: Generated<boolean>
      /** Plate, serial number and model in the form for searches. */
      searched: GeneratedAlways<string>
      created_at: Generated<Date>
      updated_at: Generated<Date>
      deleted_at: Date | null
    }
    sms_counts: { customer_id: number; vehicle_id: number; month: string; total: number }
    vehicle_facts_before: {
      vehicle_id: number
      until: Date
      vehicle_type: string
      configurations: JSONColumnType<Record<string, string>>
      tire_parameters: JSONColumnType<Partial<TireParameters>> | null
    }
  }
}

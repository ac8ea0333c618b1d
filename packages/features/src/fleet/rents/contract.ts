// Rental and leasing contracts of vehicles and of their tyres: one at a time, visible to the owner alone.
import { Day, Id } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optionalNumber, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** 0 owned, 1 rental, 2 leasing. */
export const OwnershipType = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** The ownership of tyres: 0 own, 1 rented. */
export const TireOwnership = z.union([z.literal(0), z.literal(1)])
/** The period to which the contracted kilometres apply: 0 the whole contract, 1 a year, 2 a month. */
export const contractedKmTerm = { none: 0, yearly: 1, monthly: 2 } as const
export const ContractedKmTerm = z.union([z.literal(0), z.literal(1), z.literal(2)])

const Km = z.int().min(0).max(10_000_000)
/** Days inclusive. `initial_km_period`: the odometer at the beginning of the contract's current year; null where it is unknown or not needed. */
export const Rent = z.object({
  id: Id,
  vehicle_id: Id,
  rent_start: z.string(),
  rent_end: z.string(),
  initial_km_contract: z.int().nullable(),
  initial_km_period: z.int().nullable(),
  contracted_km: z.int().nullable(),
  contracted_km_term: ContractedKmTerm,
  renter_name: z.string(),
})
export type Rent = z.infer<typeof Rent>
const RentRecord = Rent.extend({ plate: z.string() })
export type RentRecord = z.infer<typeof RentRecord>

/** `periodKm` decides whether `initial_km_period` is stored. */
export const RentForm = z.object({
  rent_start: Day,
  rent_end: Day,
  initial_km_contract: optionalNumber(Km),
  initial_km_period: z
    .preprocess((input: number | '' | null) => (input === '' ? null : input), Km.nullable())
    .optional(),
  contracted_km: optionalNumber(Km),
  contracted_km_term: ContractedKmTerm.default(contractedKmTerm.none),
  renter_name: nameText(200),
})

/** A contract keeps its vehicle: `PUT` takes its `vehicle_id` alone. */
const rentResource = <const N extends 'vehicle_rents' | 'tire_rents'>(name: N) => {
  const rents = resource(name, {
    record: RentRecord,
    form: RentForm,
    search: ['renter_name', 'plate'],
    item: Rent,
    create_only: { vehicle_id: Id },
    list_query: { vehicle_id: Id.optional() },
  })
  const { update } = rents
  const body = update.body.extend({ vehicle_id: Id.optional() })
  return { ...rents, update: { ...update, body } }
}
export const vehicleRents = rentResource('vehicle_rents')
export const tireRents = rentResource('tire_rents')

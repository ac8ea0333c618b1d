// Helpers for the seeds of the demo company: agreements, configurations and wirings of its vehicles, and readings of counters.
import { sql } from 'kysely'
import './fleet/agreements/tables.ts'
import type { DemoVehicle, Rota, Seed } from './seed.ts'

type Tx = Parameters<Seed>[0]

/** An agreement that a vehicle has since the company got its trackers. */
export interface DemoAgreement {
  readonly vehicle_id: number
  readonly agreement_id: number
  /** Default: the company that owns the vehicles. */
  readonly customer_id?: number
}
export async function giveAgreements(
  tx: Tx,
  { owner, since }: Pick<Parameters<Seed>[1], 'owner' | 'since'>,
  agreements: readonly DemoAgreement[],
): Promise<void> {
  await tx
    .insertInto('vehicle_agreements')
    .values(
      agreements.map(({ vehicle_id, agreement_id, customer_id = owner }) => ({
        vehicle_id,
        customer_id,
        agreement_id,
        active_from: new Date(since),
        active_to: null,
      })),
    )
    .execute()
}
export const configureVehicle = (
  tx: Tx,
  vehicle_id: number,
  configurations: Readonly<Record<string, string>>,
) =>
  sql`update vehicles set configurations = configurations || ${JSON.stringify(configurations)}::jsonb where id = ${vehicle_id}`.execute(
    tx,
  )
/** Adds to the wiring of the devices that the vehicles carry. */
export const wireVehicles = (
  tx: Tx,
  vehicle_ids: readonly number[],
  wiring: Readonly<Record<string, string>>,
) =>
  sql`update devices set wiring = wiring || ${JSON.stringify(wiring)}::jsonb
    where id in (select device_id from device_mounts where vehicle_id = any(${[...vehicle_ids]}::int4[]) and mounted_to is null)`.execute(
    tx,
  )

/** Kilometres a day, averaged over resting days, as the simulator drives each rota. */
export const KM_A_DAY: Readonly<Record<Rota, number>> = {
  line: 375,
  night: 345,
  day: 410,
  rounds: 255,
  trips: 195,
  yard: 0,
  silent: 0,
}
/** 1 January 2026, from which the simulator counts. */
const FIRST_DAY = 20_454
/** The approximate reading of a vehicle's kilometre counter on a day. */
export const kmOn = ({ index, rota }: Pick<DemoVehicle, 'index' | 'rota'>, day: number): number =>
  40_000 + ((index * 7_919) % 400_000) + KM_A_DAY[rota] * (day - FIRST_DAY)

// For the tests of servers: device families made of a few words, and vehicles whose devices report through the pipeline.
import { IoWriter } from '@flotta/core/io.ts'
import type { Parameter, Profile } from '@flotta/core/protocol.ts'
import type { Fix, Message, Word } from '@flotta/core/telemetry.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { VehicleValues } from '../../fleet/vehicles/testing.ts'
import type { TestApp, Vehicle } from '../../testing/app.ts'
import { ingestPackets } from './ingest.ts'
import { fixAt } from './testing.ts'

type Words = Partial<
  Readonly<Record<Word, Omit<Parameter, 'word' | 'id'> & { readonly id: number }>>
>
export interface Family<W extends Words = Words> {
  readonly profile: Profile
  /** Values in the words' own units. */
  message(at: number, values: Partial<Readonly<Record<keyof W, number>>>, fix?: Fix | null): Message
}
/** The family of the devices that `make.device` makes. */
export function familyOf<const W extends Words>(words: W): Family<W> {
  const parameters = Object.entries(words).map(([word, rest]) => ({ ...rest, word: word as Word }))
  const byWord = new Map(parameters.map(p => [p.word as string, p]))
  const writer = new IoWriter()
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  return {
    profile: { code: 'fmb1xx', name: 'Test', protocol: 'test', reporting_interval: 60, parameters },
    message(at, values, fix = null) {
      writer.reset()
      for (const [word, value] of Object.entries(values) as [string, number][]) {
        const { id, scale = 1, width = 4 } = byWord.get(word) as (typeof parameters)[number]
        view.setBigInt64(0, BigInt(Math.round(value / scale)))
        writer.put(id, bytes, 8 - width, width)
      }
      return { at, fix, io: writer.take() }
    },
  }
}

export interface HeardVehicle {
  readonly vehicle: Vehicle
  readonly vehicle_id: number
  readonly customer_id: number
  readonly device_id: number
  /** The context in which its family is known. */
  readonly ctx: Context
  hear(...messages: readonly Message[]): Promise<unknown>
}
/** A vehicle with a device of the family; its owner holds these agreements on it since the beginning of time. */
export async function heardVehicle(
  { ctx, make, clock }: Pick<TestApp, 'ctx' | 'make' | 'clock'>,
  { profile }: Family,
  customer_id: number,
  agreements: readonly number[],
  values: VehicleValues & { readonly wiring?: Readonly<Record<string, string>> } = {},
): Promise<HeardVehicle> {
  const { wiring, ...rest } = values
  const vehicle = await make.vehicle(customer_id, rest)
  const { id: device_id } = await make.device(vehicle.id)
  if (wiring)
    await ctx.pool.query('update devices set wiring = $2 where id = $1', [
      device_id,
      JSON.stringify(wiring),
    ])
  for (const id of agreements) await make.agreement(vehicle.id, customer_id, id, 0)
  const vehicleCtx: Context = { ...ctx, profiles: new Map([[profile.code, profile]]) }
  return {
    vehicle,
    vehicle_id: vehicle.id,
    customer_id,
    device_id,
    ctx: vehicleCtx,
    async hear(...messages) {
      // The process must know what the test has written before records come.
      await ctx.changes.heard()
      return ingestPackets(
        [{ device_id, vehicle_id: vehicle.id, received_at: clock.now, messages }],
        vehicleCtx,
      )
    },
  }
}

/** Records of a drive to the east, one a minute, at the given speed; the last one stands. The distance is about `kmh` in an hour. */
export function driven<W extends Words>(
  family: Family<W>,
  {
    from,
    minutes,
    kmh = 60,
    latitude = 45,
    longitude = 9,
  }: { from: number; minutes: number; kmh?: number; latitude?: number; longitude?: number },
  /** With the ignition, for families that know it. */
  values: (minute: number) => Partial<Readonly<Record<keyof W, number>>>,
): Message[] {
  const step = kmh / 60 / (111.195 * Math.cos((latitude * Math.PI) / 180))
  return Array.from({ length: minutes + 1 }, (_, i) =>
    family.message(
      from + i * MINUTE,
      values(i),
      fixAt(latitude, longitude + i * step, i === minutes ? 0 : kmh),
    ),
  )
}

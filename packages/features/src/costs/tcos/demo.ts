// Costs of the demo company: its types, and two years of what a carrier pays for lorries, trailers, vans and cars.
import { dayOf, dayText } from '@flotta/core/time.ts'
import type { DemoFacts, Seed } from '../../seed.ts'
import { KM_A_DAY, kmOn } from '../../seed-rows.ts'
import './tables.ts'

type Vehicle = DemoFacts['vehicles'][number]
const isLorry = ({ vehicle_type }: Vehicle) =>
  vehicle_type === 'T' || vehicle_type === 'M' || vehicle_type === 'C'
const isTrailer = ({ vehicle_type }: Vehicle) => vehicle_type === 'S' || vehicle_type === 'R'
const hasEngine = (v: Vehicle) => isLorry(v) || v.vehicle_type === 'V' || v.vehicle_type === 'U'

const kmShown = (v: Vehicle, day: number): number => Math.max(0, Math.round(kmOn(v, day)))

/** Euro: a random amount between two, or a price for each kilometre since the last time. */
type Price = { readonly least: number; readonly most: number } | { readonly a_km: number }
interface CostKind {
  readonly name: string
  readonly repeat?: { readonly km?: number; readonly hour?: number; readonly period?: number }
  readonly notice?: { readonly km?: number; readonly hour?: number; readonly period?: number }
  readonly note?: string
  /** The price for a vehicle; null: the vehicle has no such cost. */
  readonly price: (vehicle: Vehicle) => Price | null
  /** The most days between two times, for types without an interval. */
  readonly days?: number
  /** The most kilometres between two times: the range of a full tank. */
  readonly tank_km?: number
  readonly suppliers: readonly string[]
}
const isHeavy = (v: Vehicle) => isLorry(v) || isTrailer(v)
const kinds: readonly CostKind[] = [
  {
    name: 'Tagliando',
    repeat: { km: 60_000, period: 12 },
    notice: { km: 5_000, period: 3 },
    note: 'Olio, filtri e controllo freni',
    price: v =>
      isLorry(v) ? { least: 620, most: 1_480 } : hasEngine(v) ? { least: 190, most: 460 } : null,
    suppliers: ['Officina Padana', 'Autofficina Ferri', 'Truck Service Piacenza'],
  },
  {
    name: 'Pneumatici',
    repeat: { km: 120_000 },
    notice: { km: 10_000 },
    price: v =>
      isHeavy(v) ? { least: 1_350, most: 2_900 } : hasEngine(v) ? { least: 340, most: 690 } : null,
    suppliers: ['Gomme Emilia', 'Centro Pneumatici Nord'],
  },
  {
    name: 'Revisione',
    repeat: { period: 12 },
    notice: { period: 3 },
    price: v =>
      isHeavy(v) ? { least: 98, most: 112 } : hasEngine(v) ? { least: 66.8, most: 79.02 } : null,
    suppliers: ['Motorizzazione Piacenza', 'Centro revisioni Bianchi'],
  },
  {
    name: 'Assicurazione RCA',
    repeat: { period: 12 },
    notice: { period: 3 },
    price: v =>
      isLorry(v)
        ? { least: 2_450, most: 3_600 }
        : isTrailer(v)
          ? { least: 310, most: 520 }
          : { least: 640, most: 1_150 },
    suppliers: ['Assicurazioni Po', 'Mutua dei trasporti'],
  },
  {
    name: 'Bollo',
    repeat: { period: 12 },
    notice: { period: 3 },
    price: v =>
      isLorry(v)
        ? { least: 410, most: 790 }
        : isTrailer(v)
          ? { least: 180, most: 330 }
          : hasEngine(v)
            ? { least: 120, most: 290 }
            : null,
    suppliers: ['Regione Emilia-Romagna'],
  },
  {
    name: 'Cronotachigrafo',
    repeat: { period: 24 },
    notice: { period: 3 },
    note: 'Verifica biennale',
    price: v => (isLorry(v) ? { least: 145, most: 210 } : null),
    suppliers: ['Tacho Center Piacenza'],
  },
  {
    name: 'Manutenzione frigorifero',
    repeat: { hour: 1_500, period: 12 },
    notice: { hour: 150, period: 3 },
    note: 'Gruppo refrigerante e controllo F-gas',
    price: v => (v.setpoint === null ? null : { least: 280, most: 940 }),
    suppliers: ['Frigo Service Emilia'],
  },
  {
    name: 'Carburante',
    days: 15,
    tank_km: 2_600,
    price: v =>
      isLorry(v)
        ? { a_km: 0.44 }
        : v.vehicle_type === 'V'
          ? { a_km: 0.15 }
          : v.vehicle_type === 'U'
            ? { a_km: 0.1 }
            : null,
    suppliers: ['Stazione A1 Fiorenzuola', 'Distributore Logistica Nord', 'Carta carburante'],
  },
  {
    name: 'Pedaggi',
    days: 30,
    price: v => (isLorry(v) ? { a_km: 0.11 } : null),
    suppliers: ['Telepedaggio'],
  },
]

const HOURS_A_DAY = 9
const DAYS_A_MONTH = 30.4
/** Days back for which all costs are made; frequent costs are made for one year only. */
const HISTORY_DAYS = 760
const FREQUENT_HISTORY_DAYS = 400
/** Days until the next time: whichever of kilometres, hours and months comes first, else the kind's own number. */
function daysBetween(
  { repeat = {}, days = HISTORY_DAYS, tank_km }: CostKind,
  vehicle: Vehicle,
): number {
  const { km, hour, period } = repeat
  return Math.min(
    days,
    ...[km, tank_km].map(far =>
      far === undefined || KM_A_DAY[vehicle.rota] === 0
        ? HISTORY_DAYS
        : far / KM_A_DAY[vehicle.rota],
    ),
    hour === undefined ? HISTORY_DAYS : hour / HOURS_A_DAY,
    period === undefined ? HISTORY_DAYS : period * DAYS_A_MONTH,
  )
}

/** A number between 0 and 1 that is always the same for the same arguments, so that the demo is reproducible. */
function chance(...words: readonly number[]): number {
  let h = 2_166_136_261
  for (const word of words) {
    h = Math.imul(h ^ (word + 1), 16_777_619)
    h ^= h >>> 15
    h = Math.imul(h, 2_246_822_507)
    h ^= h >>> 13
  }
  return (h >>> 0) / 4_294_967_296
}

const seed: Seed = async (tx, { now, owner, vehicles }) => {
  const storedTypes = await tx
    .insertInto('types')
    .values(
      kinds.map(({ name, repeat = {}, notice = {}, note = null }) => ({
        customer_id: owner,
        name,
        repeat_after_km: repeat.km ?? null,
        repeat_after_hour: repeat.hour ?? null,
        repeat_after_period: repeat.period ?? null,
        notice_after_km: notice.km ?? null,
        notice_after_hour: notice.hour ?? null,
        notice_after_period: notice.period ?? null,
        note,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const today = dayOf(now)
  const rows = vehicles.flatMap(vehicle =>
    kinds.flatMap((kind, k) => {
      const price = kind.price(vehicle)
      if (price === null) return []
      const step = daysBetween(kind, vehicle)
      const costs = []
      // Counted back from today, so that most are in time, some are due and a few are overdue.
      for (
        let n = 0, ago = Math.round(step * (0.02 + 1.02 * chance(vehicle.index, k)));
        ago < (kind.days === undefined ? HISTORY_DAYS : FREQUENT_HISTORY_DAYS);
        n++
      ) {
        const gap = Math.max(1, Math.round(step * (0.86 + 0.12 * chance(vehicle.index, k, n))))
        const luck = chance(n, vehicle.index, k)
        const amount =
          'a_km' in price
            ? price.a_km * KM_A_DAY[vehicle.rota] * gap * (0.94 + 0.12 * luck)
            : price.least + (price.most - price.least) * luck
        costs.push({
          customer_id: owner,
          type_id: storedTypes.find(type => type.name === kind.name)?.id ?? 0,
          vehicle_id: vehicle.id,
          date: dayText(today - ago),
          amount: amount.toFixed(2),
          supplier:
            kind.suppliers[Math.floor(chance(k, n, vehicle.index) * kind.suppliers.length)] ?? null,
          km: KM_A_DAY[vehicle.rota] === 0 ? null : kmShown(vehicle, today - ago),
          hour: kind.repeat?.hour === undefined ? null : (HISTORY_DAYS + 400 - ago) * HOURS_A_DAY,
        })
        ago += gap
      }
      return costs
    }),
  )
  for (let i = 0; i < rows.length; i += 500)
    await tx
      .insertInto('type_activities')
      .values(rows.slice(i, i + 500))
      .execute()
}
export default seed

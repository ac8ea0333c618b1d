// What the demo company spends: its types of cost, and two years of what a carrier pays for lorries, trailers, vans and cars.
import { addMonths, DAY, dayOf, dayText } from '@flotta/core/time.ts'
import type { DemoFacts, Seed } from '../seed.ts'
import './tables.ts'

type Vehicle = DemoFacts['vehicles'][number]
const isLorry = ({ vehicle_type }: Vehicle) => vehicle_type === 'T' || vehicle_type === 'M' || vehicle_type === 'C'
const isTrailer = ({ vehicle_type }: Vehicle) => vehicle_type === 'S' || vehicle_type === 'R'
const hasEngine = (v: Vehicle) => isLorry(v) || v.vehicle_type === 'V' || v.vehicle_type === 'U'

interface Kind {
  readonly name: string
  readonly repeat?: { readonly km?: number; readonly hour?: number; readonly period?: number }
  readonly notice?: { readonly km?: number; readonly hour?: number; readonly period?: number }
  readonly note?: string
  /** Which vehicles it is paid for, how many days lie between, and between which amounts in euro it moves. */
  readonly of: (vehicle: Vehicle) => { readonly every: number; readonly least: number; readonly most: number } | null
  readonly suppliers: readonly string[]
}
const kinds: readonly Kind[] = [
  {
    name: 'Tagliando',
    repeat: { km: 40_000, period: 12 },
    notice: { km: 5_000, period: 3 },
    note: 'Olio, filtri e controllo freni',
    of: v => (isLorry(v) ? { every: 170, least: 620, most: 1_480 } : hasEngine(v) ? { every: 300, least: 190, most: 460 } : null),
    suppliers: ['Officina Padana', 'Autofficina Ferri', 'Truck Service Piacenza'],
  },
  {
    name: 'Pneumatici',
    repeat: { km: 80_000 },
    notice: { km: 10_000 },
    of: v => (isLorry(v) || isTrailer(v) ? { every: 330, least: 1_350, most: 2_900 } : { every: 400, least: 340, most: 690 }),
    suppliers: ['Gomme Emilia', 'Centro Pneumatici Nord'],
  },
  {
    name: 'Revisione',
    repeat: { period: 12 },
    notice: { period: 3 },
    of: v => ({ every: 360, least: isLorry(v) || isTrailer(v) ? 98 : 66.8, most: isLorry(v) || isTrailer(v) ? 112 : 79.02 }),
    suppliers: ['Motorizzazione Piacenza', 'Centro revisioni Bianchi'],
  },
  {
    name: 'Assicurazione RCA',
    repeat: { period: 12 },
    notice: { period: 3 },
    of: v => ({ every: 365, least: isLorry(v) ? 2_450 : isTrailer(v) ? 310 : 640, most: isLorry(v) ? 3_600 : isTrailer(v) ? 520 : 1_150 }),
    suppliers: ['Assicurazioni Po', 'Mutua dei trasporti'],
  },
  {
    name: 'Bollo',
    repeat: { period: 12 },
    notice: { period: 3 },
    of: v => ({ every: 365, least: isLorry(v) ? 410 : isTrailer(v) ? 180 : 120, most: isLorry(v) ? 790 : isTrailer(v) ? 330 : 290 }),
    suppliers: ['Regione Emilia-Romagna'],
  },
  {
    name: 'Cronotachigrafo',
    repeat: { period: 24 },
    notice: { period: 3 },
    note: 'Verifica biennale',
    of: v => (isLorry(v) ? { every: 700, least: 145, most: 210 } : null),
    suppliers: ['Tacho Center Piacenza'],
  },
  {
    name: 'Manutenzione frigorifero',
    repeat: { hour: 1_500, period: 12 },
    notice: { hour: 150, period: 3 },
    note: 'Gruppo refrigerante e controllo F-gas',
    of: v => (v.setpoint === null ? null : { every: 210, least: 280, most: 940 }),
    suppliers: ['Frigo Service Emilia'],
  },
  {
    name: 'Carburante',
    of: v => (isLorry(v) ? { every: 9, least: 380, most: 720 } : hasEngine(v) ? { every: 14, least: 68, most: 128 } : null),
    suppliers: ['Stazione A1 Fiorenzuola', 'Distributore Logistica Nord', 'Carta carburante'],
  },
]

/** Between 0 and 1, the same for the same words: the demo is the same each time it is made. */
function chance(...words: readonly number[]): number {
  let h = 2_166_136_261
  for (const word of words) h = Math.imul(h ^ word, 16_777_619) ^ (h >>> 13)
  return ((h ^ (h >>> 16)) >>> 0) / 4_294_967_296
}
const KM_A_DAY = (v: Vehicle): number => (isLorry(v) || isTrailer(v) ? 290 : 95)
const YEARS_BACK = 730

const seed: Seed = async (tx, { now, owner, vehicles }) => {
  const made = await tx
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
  const today = dayText(dayOf(now))
  const from = addMonths(today, -24)
  const rows = vehicles.flatMap(vehicle =>
    kinds.flatMap((kind, k) => {
      const paid = kind.of(vehicle)
      if (paid === null) return []
      const { every, least, most } = paid
      const found = []
      // counted back from today, so that some are due and few are overdue
      for (
        let n = 0, ago = Math.round(1 + chance(vehicle.index, k) * every * 0.97);
        ago < YEARS_BACK;
        n++, ago += Math.round(every * (0.86 + 0.14 * chance(vehicle.index, k, n)))
      ) {
        const date = dayText(dayOf(now - ago * DAY))
        if (date < from) break
        const amount = least + (most - least) * chance(n, vehicle.index, k)
        const km = Math.round(60_000 + vehicle.index * 4_100 + (YEARS_BACK - ago) * KM_A_DAY(vehicle))
        found.push({
          customer_id: owner,
          type_id: made.find(type => type.name === kind.name)?.id ?? 0,
          vehicle_id: vehicle.id,
          date,
          amount: amount.toFixed(2),
          supplier: kind.suppliers[Math.floor(chance(k, n, vehicle.index) * kind.suppliers.length)] ?? null,
          km: isTrailer(vehicle) && kind.repeat?.km === undefined ? null : km,
          hour: kind.repeat?.hour === undefined ? null : Math.round((YEARS_BACK - ago) * 4.5),
        })
      }
      return found
    }),
  )
  for (let i = 0; i < rows.length; i += 500)
    await tx
      .insertInto('type_activities')
      .values(rows.slice(i, i + 500))
      .execute()
}
export default seed

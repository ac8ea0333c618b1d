// Maintenance of the demo company, in time, due and overdue (an F-gas check among them), and expenses on the road.
import { dayOf, dayText } from '@flotta/core/time.ts'
import { dayBegin } from '@flotta/core/zones.ts'
import { sql } from 'kysely'
import { agreement } from '../../fleet/agreements/contract.ts'
import type { DemoFacts, Seed } from '../../seed.ts'
import { giveAgreements } from '../../seed-rows.ts'
import './tables.ts'

type Vehicle = DemoFacts['vehicles'][number]
const hasEngine = ({ vehicle_type }: Vehicle) => ['T', 'M', 'V', 'U', 'C'].includes(vehicle_type)
const ZONE = 'Europe/Rome'
const expenseSamples = [
  ['Pedaggio A1 Piacenza–Bologna', 18.9],
  ['Lavaggio cella e telaio', 75],
  ['Parcheggio custodito Verona', 32.5],
  ['Lampada fendinebbia', 24.8],
  ['Rabbocco AdBlue', 46.2],
  ['Traghetto Villa San Giovanni', 128],
] as const

/** Days since the last entry of each type; the third cooled vehicle has an overdue F-gas check. */
const daysSinceLast = (i: number) => ({
  fridge: 40 + ((i * 53) % 300),
  fgas: i === 2 ? 396 : 60 + ((i * 71) % 270),
  recorder: 30 + ((i * 37) % 290),
})

const seed: Seed = async (tx, demo) => {
  const { now, user_id, vehicles } = demo
  const today = dayOf(now)
  const at = (ago: number) => new Date(dayBegin(dayText(today - ago), ZONE))
  const holding = (vehicle: Vehicle, ...ids: number[]) =>
    ids.map(agreement_id => ({ vehicle_id: vehicle.id, agreement_id }))
  const reefers = vehicles.filter(v => v.setpoint !== null)
  await giveAgreements(tx, demo, [
    ...vehicles.flatMap(v => holding(v, agreement.eyeservice, agreement.expenses)),
    ...vehicles.filter(hasEngine).flatMap(v => holding(v, agreement.maintenance)),
    ...reefers.flatMap(v =>
      holding(v, agreement.fridge_service, agreement.fgas, agreement.recorder),
    ),
  ])
  const emptyEntry = {
    subtype: null,
    hours: null,
    km: null,
    data: null,
    description: null,
    user_id,
  }
  const reeferEntries = reefers.flatMap((v, i) => {
    const { fridge, fgas, recorder } = daysSinceLast(i)
    const entry = { ...emptyEntry, vehicle_id: v.id }
    return [
      { ...entry, type: 0, message_datetime: at(fridge + 340), subtype: 'Tagliando gruppo frigo' },
      {
        ...entry,
        type: 0,
        message_datetime: at(fridge),
        subtype: i % 4 === 0 ? 'Cinghia e filtri' : 'Tagliando gruppo frigo',
      },
      { ...entry, type: 1, message_datetime: at(fgas), subtype: 'Ricerca perdite' },
      { ...entry, type: 2, message_datetime: at(recorder), subtype: 'Verifica periodica EN 13486' },
    ]
  })
  const general = vehicles.filter(hasEngine).flatMap((v, i) => {
    const entry = { ...emptyEntry, vehicle_id: v.id, type: 3 }
    return [
      { ...entry, message_datetime: at(200 + ((i * 41) % 120)), subtype: 'Olio e filtri' },
      {
        ...entry,
        message_datetime: at(20 + ((i * 29) % 150)),
        subtype: i % 3 === 0 ? 'Pastiglie e dischi freno' : 'Olio e filtri',
      },
    ]
  })
  const expenses = vehicles.flatMap((v, i) =>
    Array.from({ length: 2 + (i % 4) }, (_, n) => {
      const [description, data] =
        expenseSamples[(i + n * 5) % expenseSamples.length] ?? expenseSamples[0]
      return {
        ...emptyEntry,
        vehicle_id: v.id,
        type: 4,
        message_datetime: at(3 + n * 17 + (i % 11)),
        description,
        data: data.toFixed(2),
      }
    }),
  )
  await tx
    .insertInto('maintenance_entries')
    .values([...reeferEntries, ...general, ...expenses])
    .execute()
  // Every second vehicle has general maintenance by months.
  const vehiclesByMonths = vehicles.filter(hasEngine).filter((_, i) => i % 2 === 0)
  await sql`
    update vehicles set configurations = configurations || '{"general_maintenance_time": "12"}' where id = any(${vehiclesByMonths.map(v => v.id)}::int4[])`.execute(
    tx,
  )
}
export default seed

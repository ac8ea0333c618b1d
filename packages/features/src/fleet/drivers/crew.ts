// The demo company's drivers, and who drives which vehicle at any time. The simulator sends the cards of these shifts; vehicles without a card reader get entered activities.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { type DemoVehicle, worksOn } from '../../seed.ts'

/** The data of a vehicle that determine its crew. */
export type CrewVehicle = Pick<DemoVehicle, 'index' | 'vehicle_type' | 'rota' | 'rests'>
export interface CrewMember {
  readonly name: string
  readonly surname: string
  /** The number of the driver's iButton as devices report it; null: none. */
  readonly ibutton_id: string | null
}

const NAMES = `Luca Moretti|Marco Ferrari|Giuseppe Russo|Antonio Esposito|Salvatore Romano|Davide Colombo|Andrea Ricci|Matteo Marino|Stefano Greco|Fabio Bruno|
Roberto Gallo|Alessandro Conti|Paolo De Luca|Giovanni Costa|Simone Giordano|Massimo Rizzo|Claudio Lombardi|Enrico Barbieri|Daniele Fontana|Nicola Caruso|
Vincenzo Ferrara|Sergio Santoro|Ivan Petrov|Mihai Popescu|Gheorghe Ionescu|Adrian Marin|Mario Mariani|Franco Rinaldi|Giorgio Leone|Silvia Martini|
Elena Vitale|Federica Serra|Chiara Coppola|Laura De Santis|Michele D’Angelo|Cristian Marchetti|Emanuele Parisi|Tommaso Villa|Riccardo Conte|Gianluca Ferretti|
Alberto Pellegrini|Sara Palumbo|Valentina Sanna|Maurizio Fabbri|Renato Grassi`

/** 45 drivers. The last seven drive nothing at present, and four of them have no card. */
export const crew: readonly CrewMember[] = NAMES.split('|').map((fullName, i, all) => {
  const [name = '', ...surname] = fullName.trim().split(' ')
  return {
    name,
    surname: surname.join(' '),
    ibutton_id:
      i < all.length - 4 ? `01${((i + 1) * 0x1d2f35).toString(16).padStart(12, '0')}e7` : null,
  }
})

const hasEngine = ({ vehicle_type }: Pick<CrewVehicle, 'vehicle_type'>) =>
  'TMVU'.includes(vehicle_type)
/** The kinds of the demo's vehicles repeat after the fortieth; its drivers do not. */
const VEHICLES_WITH_CREW = 40
/** Vehicles with two drivers each, who swap every week. */
const twoDriverVehicles = [0, 3, 5, 10, 15, 17, 23, 26, 27, 30, 35]
/** Vehicles with one driver each; the last three drive by night. */
const oneDriverVehicles = [2, 4, 6, 7, 11, 13, 18, 22, 24, 28, 32, 34, 37, 9, 20, 38]

/** A shift on a vehicle: the driver, from when to when (epoch ms). */
export interface Shift {
  /** Index in `crew`. */
  readonly driver: number
  readonly from: number
  readonly to: number
}
/** Who drives a vehicle at a time; null: it has no crew, or it rests. */
export function shiftAt(vehicle: CrewVehicle, at: number): Shift | null {
  if (vehicle.index >= VEHICLES_WITH_CREW || !hasEngine(vehicle)) return null
  // UTC; in Italy an hour or two later
  const begins = (vehicle.rota === 'night' ? 11 : 2) * HOUR
  const day = Math.floor((at - begins) / DAY)
  if (!worksOn(vehicle, day)) return null
  const shift = { from: begins + day * DAY, to: begins + (day + 1) * DAY }
  const pair = twoDriverVehicles.indexOf(vehicle.index)
  if (pair < 0)
    return {
      driver: 2 * twoDriverVehicles.length + oneDriverVehicles.indexOf(vehicle.index),
      ...shift,
    }
  // The weeks of a vehicle begin after its days of rest.
  const week = Math.floor((day + 3 - vehicle.rests) / 7)
  return { driver: 2 * pair + (Math.abs(week) % 2), ...shift }
}
/** The card of the yard staff, who fuel, wash and park lorries: it belongs to no driver, and it ends the activity of the former driver. */
export const YARD_CARD = '01000000c0ffee11'
/** Whether a vehicle reads its driver's card: lorries, and every other van. */
export const readsCards = (vehicle: Pick<CrewVehicle, 'index' | 'vehicle_type'>): boolean =>
  vehicle.vehicle_type === 'T' ||
  vehicle.vehicle_type === 'M' ||
  (vehicle.vehicle_type === 'V' && vehicle.index % 4 === 2)

// The demo company's drivers and who of them drives what at any time: the simulator lets their cards be read by it, and the rows of those without a reader are made by it.
import { DAY, HOUR } from '@flotta/core/time.ts'

/** What a vehicle's crew follows from. */
export interface Crewed {
  readonly index: number
  readonly vehicle_type: string
  readonly rota: string
}
export interface CrewMember {
  readonly name: string
  readonly surname: string
  /** The number of his iButton, as devices tell it; null: he has none. */
  readonly ibutton_id: string | null
}

const NAMES = `Luca Moretti|Marco Ferrari|Giuseppe Russo|Antonio Esposito|Salvatore Romano|Davide Colombo|Andrea Ricci|Matteo Marino|Stefano Greco|Fabio Bruno|
Roberto Gallo|Alessandro Conti|Paolo De Luca|Giovanni Costa|Simone Giordano|Massimo Rizzo|Claudio Lombardi|Enrico Barbieri|Daniele Fontana|Nicola Caruso|
Vincenzo Ferrara|Sergio Santoro|Ivan Petrov|Mihai Popescu|Gheorghe Ionescu|Adrian Marin|Mario Mariani|Franco Rinaldi|Giorgio Leone|Silvia Martini|
Elena Vitale|Federica Serra|Chiara Coppola|Laura De Santis|Michele D’Angelo|Cristian Marchetti|Emanuele Parisi|Tommaso Villa|Riccardo Conte|Gianluca Ferretti|
Alberto Pellegrini|Sara Palumbo|Valentina Sanna|Maurizio Fabbri|Renato Grassi`

/** Of 45; the last four drive nothing just now and have no card. */
export const crew: readonly CrewMember[] = NAMES.split('|').map((whole, i, all) => {
  const [name = '', ...surname] = whole.trim().split(' ')
  return { name, surname: surname.join(' '), ibutton_id: i < all.length - 4 ? `01${((i + 1) * 0x1d2f35).toString(16).padStart(12, '0')}e7` : null }
})

const hasEngine = ({ vehicle_type }: Crewed) => 'TMVU'.includes(vehicle_type)
/** Kinds of the demo's vehicles repeat behind the fortieth; its drivers do not. */
const VEHICLES = 40
/** Two take turns round the clock. */
const relays = [0, 3, 5, 10, 15, 17, 23, 26, 27, 30, 35]
/** One each; the last three by night. */
const singles = [2, 4, 6, 7, 11, 13, 18, 22, 24, 28, 32, 34, 37, 9, 20, 38]
/** Who stands in for up to seven of them on their days off: two by day, one by night. */
const SPARE_BY_NIGHT = 2

/** A shift of a vehicle: who drives, from when until when (epoch ms). */
export interface Shift {
  /** Position in `crew`. */
  readonly driver: number
  readonly from: number
  readonly to: number
}
/** Who drives a vehicle at a time; null: nobody of the crew. Two by two round the clock, else one, and a spare one on his day off. */
export function shiftAt(vehicle: Crewed, at: number): Shift | null {
  if (vehicle.index >= VEHICLES || !hasEngine(vehicle)) return null
  const relay = relays.indexOf(vehicle.index)
  // UTC; in Italy an hour or two later
  const [begins, length] = relay >= 0 ? [5 * HOUR, 12 * HOUR] : [vehicle.rota === 'night' ? 11 * HOUR : 2 * HOUR, DAY]
  const turn = Math.floor((at - begins) / length)
  const shift = { from: begins + turn * length, to: begins + (turn + 1) * length }
  if (relay >= 0) return { driver: 2 * relay + (turn % 2), ...shift }
  const single = singles.indexOf(vehicle.index)
  const first = 2 * relays.length
  const isOff = turn % 7 === single % 7
  return { driver: isOff ? first + singles.length + (vehicle.rota === 'night' ? SPARE_BY_NIGHT : Math.floor(single / 7)) : first + single, ...shift }
}
/** Whether a vehicle reads its driver's card: lorries, and every other van. */
export const readsCards = (vehicle: Crewed): boolean =>
  vehicle.vehicle_type === 'T' || vehicle.vehicle_type === 'M' || (vehicle.vehicle_type === 'V' && vehicle.index % 4 === 2)

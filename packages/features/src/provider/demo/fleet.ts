// The vehicles of the demo company: their data and their work. The simulator drives exactly these, so both sides read this list.

import type { VehicleSubtype, VehicleType } from '../../fleet/vehicles/values.ts'
import type { DemoVehicle, Rota, Weekday } from '../../seed.ts'
import { tractorOf } from '../../services/tandt/couplings.ts'

export type { DemoVehicle, Rota } from '../../seed.ts'

export const DEMO_VEHICLES = 40

export const demoFleets = [
  { code: 'FRIGO', description: 'Trasporto a temperatura controllata', color: '#1c7ed6' },
  { code: 'LINEA', description: 'Linee nazionali', color: '#e8590c' },
  { code: 'CITTA', description: 'Distribuzione urbana e servizi', color: '#2f9e44' },
] as const

type DemoRow = readonly [
  type: VehicleType,
  model: string,
  rota: Rota,
  home: string,
  setpoint?: number | null,
  subtype?: VehicleSubtype,
]
/** A trailer has the same home as the tractors that pull it (`services/tandt/couplings.ts`). */
const rows: readonly DemoRow[] = [
  ['T', 'Iveco S-Way 490', 'line', 'Piacenza'],
  ['S', 'Schmitz Cargobull S.KO Cool', 'line', 'Piacenza', -20],
  ['V', 'Iveco Daily 35S', 'rounds', 'Milan', 4],
  ['T', 'Scania R 450', 'line', 'Piacenza'],
  ['U', 'Fiat Tipo', 'trips', 'Turin', null, 'berlina'],
  ['T', 'Volvo FH 500', 'line', 'Bologna'],
  ['M', 'Iveco Eurocargo 120', 'day', 'Padova', 2],
  ['V', 'Fiat Ducato Maxi', 'rounds', 'Rome'],
  ['S', 'Krone Cool Liner', 'line', 'Bologna', 2],
  ['M', 'Mercedes-Benz Atego 1224', 'night', 'Rome', 4],
  ['T', 'DAF XF 480', 'line', 'Bologna'],
  ['V', 'Mercedes-Benz Sprinter', 'rounds', 'Naples'],
  ['C', 'Menci SA 740', 'line', 'Piacenza'],
  ['U', 'Jeep Renegade', 'trips', 'Milan', null, 'suv'],
  ['S', 'Lamberet SR2', 'night', 'Naples', -20],
  ['T', 'Mercedes-Benz Actros 1845', 'night', 'Naples'],
  ['P', 'Toyota BT Levio', 'yard', 'Piacenza'],
  ['T', 'MAN TGX 18.470', 'night', 'Naples'],
  ['V', 'Ford Transit', 'rounds', 'Turin', 2],
  ['R', 'Piacenza R20', 'line', 'Florence'],
  ['M', 'Renault D Wide', 'night', 'Verona', -18],
  ['S', 'Schmitz Cargobull S.KO Cool', 'line', 'Milan', 12],
  ['V', 'Renault Master', 'rounds', 'Palermo'],
  ['T', 'Iveco S-Way 510', 'line', 'Milan'],
  ['U', 'Fiat Panda', 'trips', 'Bologna', null, 'city_car'],
  ['S', 'Chereau Inogam', 'night', 'Verona', 2],
  ['T', 'Scania S 500', 'line', 'Milan'],
  ['M', 'Iveco Eurocargo 180', 'line', 'Florence'],
  ['V', 'Peugeot Boxer', 'rounds', 'Bari'],
  ['C', 'Viberti 36S', 'line', 'Bologna', 4],
  ['T', 'Volvo FM 460', 'night', 'Verona'],
  ['S', 'Krone Cool Liner', 'line', 'Arezzo', -20],
  ['U', 'Volkswagen ID.3', 'trips', 'Rome', null, 'electric'],
  ['R', 'Zorzi 18R', 'day', 'Padova'],
  ['V', 'Opel Movano', 'rounds', 'Cagliari'],
  ['T', 'DAF XG 530', 'night', 'Verona'],
  ['C', 'Menci SA 700', 'night', 'Naples'],
  ['U', 'Ford Ranger', 'trips', 'Padova', null, 'pickup'],
  ['M', 'Scania P 280', 'night', 'Bari'],
  ['P', 'Jungheinrich EJE 118', 'silent', 'Verona'],
]
/** By index in the fleet: cars with trackers of other makers, as in a fleet that was bought over the years. */
const protocols: ReadonlyMap<number, string> = new Map([
  [13, 'gt06'],
  [24, 'queclink'],
  [37, 'ruptela'],
])
const [SUNDAY, TUESDAY, FRIDAY, SATURDAY] = [0, 2, 5, 6] as const
/** By index in the fleet: vehicles that do not rest on Saturday and Sunday. Fresh goods are driven at the weekend too. */
const restsOf: ReadonlyMap<number, Weekday> = new Map<number, Weekday>([
  ...[5, 10, 11, 18, 20, 27, 31].map(index => [index, SUNDAY] as const),
  ...[2, 32, 34].map(index => [index, TUESDAY] as const),
  ...[30, 35, 38].map(index => [index, FRIDAY] as const),
])

const colors = ['#ffffff', '#1c3f94', '#c92a2a', '#868e96', '#2b8a3e']
/** Digits of a type allocation code that no maker holds (00: test range). */
const TAC = '00101500'
/** Characters of Italian plates: I, O, Q and U are left out. */
const LETTERS = 'ABCDEFGHJKLMNPRSTVWXYZ'

/** Adds the check digit by Luhn to 14 digits. */
function withCheckDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const product = Number(digits[i]) * (i % 2 === 1 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return digits + String((10 - (sum % 10)) % 10)
}

/** IMEI of the simulated tracker with this index, 0–999,999. */
const demoImei = (index: number): string => withCheckDigit(TAC + String(index + 1).padStart(6, '0'))

function plateOf(type: VehicleType, index: number): string {
  if (type === 'P') return `TP${String(index + 1).padStart(4, '0')}`
  const letter = (n: number) => LETTERS[n % LETTERS.length] ?? 'A'
  const digits = String((index * 457 + 318) % 1000).padStart(3, '0')
  const wagon = type === 'R' || type === 'S' || type === 'C'
  const round = Math.floor(index / 1000)
  return `${wagon ? 'X' : 'G'}${letter(wagon ? 1 + round : 4 + (index % 9) + round)}${digits}${letter(index * 7 + 3)}${letter(index * 5 + 11 + round)}`
}

const axles: Readonly<Record<VehicleType, number | null>> = {
  T: 2,
  M: 3,
  R: 2,
  S: 3,
  C: 3,
  V: 2,
  U: 2,
  P: null,
}

/** The first `count` vehicles of the fleet, or those from index `first` on. The same index is always the same vehicle; after the fortieth the kinds repeat. */
export function demoFleet(count: number = DEMO_VEHICLES, first = 0): DemoVehicle[] {
  return Array.from({ length: count }, (_, i) => vehicleAt(first + i))
}

function vehicleAt(index: number): DemoVehicle {
  const row = rows[index % rows.length]
  if (row === undefined) throw new RangeError(`no vehicle ${index}`)
  const [vehicle_type, model, rota, home, setpoint = null, subtype = null] = row
  const ofRota = rows.filter(r => r[2] === rota).length
  const before = rows.slice(0, index % rows.length).filter(r => r[2] === rota).length
  const light = vehicle_type === 'V' || vehicle_type === 'U'
  return {
    index,
    plate: plateOf(vehicle_type, index),
    serial: `FD${String(index + 1).padStart(5, '0')}`,
    model,
    color: colors[(index * 3) % colors.length] ?? '#ffffff',
    vehicle_type,
    vehicle_subtype: subtype,
    axles_number: axles[vehicle_type],
    imei: demoImei(index),
    protocol: protocols.get(index) ?? 'teltonika',
    profile: light || vehicle_type === 'P' || index % 5 === 3 ? 'fmb1xx' : 'fmx6',
    fleet: setpoint !== null && !light ? 0 : light || vehicle_type === 'P' ? 2 : 1,
    rota,
    rests: restsOf.get(tractorOf(index % rows.length) ?? index % rows.length) ?? SATURDAY,
    rank: Math.floor(index / rows.length) * ofRota + before,
    home,
    volts: light ? 12 : 24,
    weak_battery: index % 20 === 7,
    setpoint,
    thermometers: setpoint === null ? 0 : vehicle_type === 'S' ? 3 : 2,
    reporting_interval: protocols.has(index)
      ? 60
      : vehicle_type === 'V' && index % 2 === 0
        ? 10
        : 30,
    resting_interval: [600, 900, 1800, 900, 3600][index % 5] ?? 900,
  }
}

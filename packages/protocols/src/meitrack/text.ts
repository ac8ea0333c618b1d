// A text record (AAA, AFF): event, place, time, network, inputs, voltages, fuel, temperatures.
import { type IoWriter, RECEIPT_IO } from '@flotta/core/io.ts'
import type { FrameMessage } from '@flotta/core/protocol.ts'
import { decimalOf, fixOfPlace, hexadecimalOf, timeOfDigits } from '../text-fields.ts'
import { putEvent, putLevels } from './events.ts'
import { temperatureName } from './layout.ts'

const COORDINATE = /^-?\d{1,3}\.\d{1,10}$/
/** Smallest number of fields: those up to the mark of a fix. */
const FEWEST = 5
/** From this protocol version on, temperatures are signed hundredths. */
const HUNDREDTHS = 3
const RFID = 37
/** Lowest voltage of a cell of the device's own battery, volts. */
const LEAST_CELL = 2.8
const MOST_CELL = 4.6
/** Models report the voltage in units of their own; only one scale gives a plausible value. */
const SCALES = [1 / 100, (3.3 * 2) / 4096, (3 * 2) / 1024] as const

/** null: the fields are no record. */
export function readText(
  io: IoWriter,
  data: readonly string[],
  receivedAt: number,
): FrameMessage | null {
  // Stored records have a memory number before the event.
  const fields = COORDINATE.test(data[1] ?? '') ? data : data.slice(1)
  if (fields.length < FEWEST || !/^\d{1,5}$/.test(fields[0] ?? '')) return null
  const [event = '', lat = '', lon = '', time, mark, ...rest] = fields
  const [latitude, longitude] = [decimalOf(lat), decimalOf(lon)]
  const [satellites, , speed, direction, , altitude] = rest.map(decimalOf)
  const at = timeOfDigits(time)
  io.reset()
  io.putText('event', event)
  putEvent(io, Number(event))
  putRest(io, Number(event), rest)
  if (at === null) io.putNumber(RECEIPT_IO, 1, 1)
  return {
    at: at ?? receivedAt,
    fix:
      mark === 'A' && latitude !== null && longitude !== null
        ? fixOfPlace({ latitude, longitude, altitude, direction, speed, satellites })
        : null,
    io: io.take(),
  }
}

/** @param rest the fields after the mark of a fix */
function putRest(io: IoWriter, event: number, rest: readonly string[]): void {
  const [, gsm, , , hdop, , odometer, runtime, cell = '', levels = '', analog = ''] = rest
  const [eventData = '', , protocol = '', fuel = '', temperatures = '', ...more] = rest.slice(11)
  for (const [name, field] of Object.entries({ gsm, hdop, odometer, runtime }))
    if (decimalOf(field) !== null) io.putText(name, field ?? '')
  putCell(io, cell)
  putInputs(io, levels)
  putVoltages(io, analog.split('|'))
  if (eventData !== '') io.putText(event === RFID ? 'card' : 'event_data', eventData)
  if (protocol !== '') io.putText('protocol', protocol)
  putFuel(io, fuel)
  for (const temperature of temperatures.split('|'))
    putTemperature(io, temperature, Number(protocol) >= HUNDREDTHS)
  if (more.some(field => field !== '')) io.putText('more', more.join())
}

/** Country, network, area and cell; the last two are hexadecimal. */
function putCell(io: IoWriter, field: string): void {
  const [country = '', network = '', ...numbers] = field.split('|')
  const [lac, cell] = numbers.map(hexadecimalOf)
  if (lac == null || cell == null) return
  io.putText('operator', country + network)
  io.putText('lac', String(lac))
  io.putText('cell', String(cell))
}

/** Two bytes: inputs, then outputs. */
function putInputs(io: IoWriter, levels: string): void {
  if (!/^[\da-f]{4}$/i.test(levels)) return
  io.putText('levels', levels)
  putLevels(io, 'in', Number.parseInt(levels.slice(0, 2), 16))
  putLevels(io, 'out', Number.parseInt(levels.slice(2), 16))
}

/** Five values: the fourth is the device's battery, the fifth the vehicle's. They are raw steps, or volts with a decimal point. */
function putVoltages(io: IoWriter, values: readonly string[]): void {
  for (const [i, value] of values.entries()) if (value !== '') io.putText(`ad${i + 1}`, value)
  const [battery = '', external = ''] = values.slice(3)
  if (battery.includes('.') || external.includes('.')) {
    // Some models send both voltages first and other inputs after them.
    const isFirst = !isCell(decimalOf(battery)) && isCell(decimalOf(values[0]))
    const [cell, vehicle] = isFirst ? values : [battery, external]
    putVolts(io, 'battery', decimalOf(cell))
    putVolts(io, 'external', decimalOf(vehicle))
    return
  }
  const steps = hexadecimalOf(battery)
  if (steps === null) return
  const scale = SCALES.find(s => steps * s >= LEAST_CELL && steps * s <= MOST_CELL)
  if (scale === undefined) return
  putVolts(io, 'battery', steps * scale)
  const outer = hexadecimalOf(external)
  // The scale of the vehicle's voltage is known only when both are hundredths.
  if (scale === SCALES[0] && outer !== null) putVolts(io, 'external', outer * scale)
}
const isCell = (volts: number | null): boolean =>
  volts !== null && volts >= LEAST_CELL && volts <= MOST_CELL
function putVolts(io: IoWriter, name: 'battery' | 'external', volts: number | null): void {
  if (volts !== null) io.putText(name, volts.toFixed(4))
}

/** Two bytes: whole percents, then hundredths. */
function putFuel(io: IoWriter, field: string): void {
  if (!/^[\da-f]{4}$/i.test(field)) return
  const [percent, hundredths] = [field.slice(0, 2), field.slice(2)].map(part =>
    Number.parseInt(part, 16),
  )
  io.putText('fuel', ((percent ?? 0) + (hundredths ?? 0) / 100).toFixed(2))
}

/** Number of the sensor, then two bytes. */
function putTemperature(io: IoWriter, field: string, isHundredths: boolean): void {
  const [, sensor = '', high = '', low = ''] =
    /^([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(field) ?? []
  if (sensor === '') return
  const integer = (Number.parseInt(high, 16) << 24) >> 24
  const part = Number.parseInt(low, 16)
  const degrees = isHundredths
    ? (integer * 256 + part) / 100
    : integer < 0
      ? integer - part / 100
      : integer + part / 100
  io.putText(temperatureName(Number.parseInt(sensor, 16)), degrees.toFixed(2))
}

// Decides the connection status of a vehicle.
import { connectionStatus, type Status, type TireParameters } from './contract.ts'

const MINUTE = 60_000
/**
 * The odometer as every screen and call shows it: km rounded to ten metres, with the correction of the vehicle.
 * @param metres the total of its device
 * @param km_offset km
 */
export const odometerKm = (metres: number, km_offset: number): number =>
  (Math.round(metres / 10) + km_offset * 100) / 100

/** The reporting interval where neither the device nor its profile has one, seconds. */
export const REPORTING_INTERVAL = 60
/** A silent device counts as connected at least this long. */
const CONNECTED_MIN = 5 * MINUTE
/** … or this many of its own reporting intervals. */
const CONNECTED_INTERVALS = 3
/** A tracker that sleeps with the ignition off reports at least once a day. */
const STANDBY_MAX = 25 * 60 * MINUTE

/** The facts from which the status follows. Times are epoch ms; `reporting_interval` is the device's own, in seconds. */
export interface ConnectionFacts {
  readonly connection_open: boolean
  /** Newest of message and keep-alive, by the server's clock. */
  readonly last_seen_at: number | null
  readonly last_message_at: number | null
  /** As last reported; null: never reported. */
  readonly ignition: boolean | null
  readonly reporting_interval: number
}

const connectedUntil = (facts: ConnectionFacts): number =>
  facts.last_seen_at === null
    ? Number.NEGATIVE_INFINITY
    : facts.last_seen_at +
      Math.max(CONNECTED_MIN, CONNECTED_INTERVALS * facts.reporting_interval * 1000)
const standbyUntil = (facts: ConnectionFacts): number =>
  facts.last_message_at === null || facts.ignition !== false
    ? Number.NEGATIVE_INFINITY
    : facts.last_message_at + STANDBY_MAX

/** Connected, standby (a sleeping tracker) or disconnected at `now` (epoch ms). */
export function connectionStatusOf(facts: ConnectionFacts, now: number): Status {
  if (facts.connection_open || now <= connectedUntil(facts)) return connectionStatus.connected
  if (now <= standbyUntil(facts)) return connectionStatus.standby
  return connectionStatus.disconnected
}

/** When time alone will change the status (epoch ms, the first moment of the new one); null: never. */
export function nextStatusChange(facts: ConnectionFacts, now: number): number | null {
  if (facts.connection_open) return null
  const connectedTime = connectedUntil(facts)
  if (now <= connectedTime) return connectedTime + 1
  const standby = standbyUntil(facts)
  return now <= standby ? standby + 1 : null
}

/** Seconds between two messages that are to be expected now; a sleeping tracker's may be a day apart. */
export const intervalOf = ({
  status,
  ignition,
  reporting_interval = REPORTING_INTERVAL,
}: {
  readonly status: Status
  /** As last reported; absent: unknown. */
  readonly ignition?: boolean | undefined
  readonly reporting_interval?: number | undefined
}): number =>
  status === connectionStatus.standby || ignition === false
    ? STANDBY_MAX / (1_000 * CONNECTED_INTERVALS)
    : reporting_interval

/** Stored codes: 0, 3 standby; 1, 4 connected; any other disconnected. */
export function statusFromCode(code: number): Status {
  if (code === 0 || code === 3) return connectionStatus.standby
  if (code === 1 || code === 4) return connectionStatus.connected
  return connectionStatus.disconnected
}

/** The parameters of tyres for which nothing was entered; °C and bar. */
export const tireDefaults: TireParameters = { max_temp: 75, nominal_pressure: 8, max_pressure: 9 }
/** The entered parameters of the tyres, completed with the defaults. */
export const tireParametersOf = (parameters: Partial<TireParameters> | null): TireParameters =>
  parameters === null ? tireDefaults : { ...tireDefaults, ...parameters }

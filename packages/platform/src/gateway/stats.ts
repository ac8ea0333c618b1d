// The counters of the gateway: plain numbers, which are read when the metrics are requested.
import { counter, gauge, histogram } from '../metrics.ts'

const role = 'gateway'
const total = (name: `flotta_${string}_total`, help: string) => counter({ role, name, help })
const level = (name: `flotta_${string}`, help: string) => gauge({ role, name, help })
const metrics = {
  connections: level('flotta_gateway_connections', 'Device connections open now, signed in or not'),
  accepted: total(
    'flotta_gateway_connections_accepted_total',
    'Device connections that were let in',
  ),
  rejected: total(
    'flotta_gateway_connections_rejected_total',
    'Device connections that were not let in: too many, or from a network that is not allowed',
  ),
  gave_way: total(
    'flotta_gateway_gave_way_total',
    'Connections that never signed in, closed to make room',
  ),
  handshakes_broken: total(
    'flotta_gateway_handshakes_broken_total',
    'TLS handshakes that failed, or were not done in time',
  ),
  sign_ins: total('flotta_gateway_sign_ins_total', 'Sign-ins accepted'),
  unknown: total('flotta_gateway_sign_ins_unknown_total', 'Sign-ins refused'),
  conflicts: total(
    'flotta_gateway_sign_in_conflicts_total',
    'Sign-ins while an older connection of the device was open',
  ),
  takeovers: total(
    'flotta_gateway_takeovers_total',
    'Connections that took the place of another of the same device that was open and had sent valid data',
  ),
  bytes: total('flotta_gateway_received_bytes_total', 'Bytes received from devices'),
  frames: total('flotta_gateway_frames_total', 'Frames received'),
  datagrams: total('flotta_gateway_datagrams_total', 'Datagrams received'),
  /** By the rate limit, back-pressure, a network that is not allowed, or an unknown sender. */
  dropped: total('flotta_gateway_datagrams_dropped_total', 'Datagrams that were not looked at'),
  records: total('flotta_gateway_records_total', 'Records committed and acknowledged'),
  acks: total('flotta_gateway_acknowledgements_total', 'Acknowledgements written'),
  refused: total('flotta_gateway_frames_refused_total', 'Frames and datagrams with wrong contents'),
  /** Bytes that are no frame, data before the sign-in, or the third refused frame in a row. */
  faults: total('flotta_gateway_faults_total', 'Connections closed for what they sent'),
  idle: total('flotta_gateway_idle_total', 'Connections closed after silence'),
  silent: total('flotta_gateway_silent_total', 'Connections closed because they never signed in'),
  unread: total(
    'flotta_gateway_unread_total',
    'Connections closed because the device does not read',
  ),
  in_flight: level('flotta_gateway_in_flight_bytes', 'Bytes of frames that await their commit'),
  pauses: total('flotta_gateway_pauses_total', 'Times that all connections were paused'),
  mqtt_connected: level(
    'flotta_gateway_mqtt_connected',
    '1 while this process reads from the MQTT broker',
  ),
  mqtt_messages: total(
    'flotta_gateway_mqtt_messages_total',
    'Messages received from the MQTT broker',
  ),
}
export type GatewayStats = Record<keyof typeof metrics, number>

export const newStats = (): GatewayStats =>
  Object.fromEntries(Object.keys(metrics).map(key => [key, 0])) as GatewayStats

/** Returns a function that removes the metrics of this gateway. */
export function registerGatewayMetrics(stats: GatewayStats): () => void {
  const stops = (Object.keys(metrics) as (keyof GatewayStats)[]).map(key =>
    metrics[key].from(() => stats[key]),
  )
  return () => {
    for (const stop of stops) stop()
  }
}

const acknowledgeSeconds = histogram({
  role,
  name: 'flotta_acknowledge_seconds',
  help: 'From a whole frame of a device to its acknowledgement, its records committed',
  buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
})

export function countAck(stats: GatewayStats, ms: number): void {
  stats.acks++
  acknowledgeSeconds.observe(ms / 1_000)
}

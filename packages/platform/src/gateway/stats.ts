// The counters of the gateway: plain numbers, which are read when the metrics are requested.
import { counter, gauge, histogram } from '../metrics.ts'

export interface GatewayStats {
  /** Connections that are open now, with and without a sign-in. */
  connections: number
  accepted: number
  /** Connections that were not accepted: too many, or from a network that is not allowed. */
  rejected: number
  /** Connections that never signed in and were closed to make room for others. */
  gave_way: number
  /** TLS handshakes that failed, or were not done in time. */
  handshakes_broken: number
  sign_ins: number
  /** Sign-ins that were refused. */
  unknown: number
  /** Sign-ins while an older connection of the same device was open. */
  conflicts: number
  /** Connections that took the place of another that was open and had sent valid data. */
  takeovers: number
  /** Bytes received. */
  bytes: number
  frames: number
  datagrams: number
  /** Datagrams that were dropped: rate limit, back-pressure, network, unknown sender. */
  dropped: number
  records: number
  acks: number
  /** Frames and datagrams with wrong contents. */
  refused: number
  /** Connections closed because of bytes that are no frame, data before the sign-in, or the third refused frame in a row. */
  faults: number
  /** Connections closed after silence. */
  idle: number
  /** Connections closed because they never signed in. */
  silent: number
  /** Connections closed because the device does not read. */
  unread: number
  /** Bytes of frames that await commit. */
  in_flight: number
  /** Times that all sockets were paused. */
  pauses: number
  /** 1 while this process reads from the MQTT broker. */
  mqtt_connected: number
  mqtt_messages: number
}

export const newStats = (): GatewayStats => ({
  connections: 0,
  accepted: 0,
  rejected: 0,
  gave_way: 0,
  handshakes_broken: 0,
  sign_ins: 0,
  unknown: 0,
  conflicts: 0,
  takeovers: 0,
  bytes: 0,
  frames: 0,
  datagrams: 0,
  dropped: 0,
  records: 0,
  acks: 0,
  refused: 0,
  faults: 0,
  idle: 0,
  silent: 0,
  unread: 0,
  in_flight: 0,
  pauses: 0,
  mqtt_connected: 0,
  mqtt_messages: 0,
})

const role = 'gateway'
const metrics = {
  connections: gauge({
    role,
    name: 'flotta_gateway_connections',
    help: 'Device connections open now, signed in or not',
  }),
  accepted: counter({
    role,
    name: 'flotta_gateway_connections_accepted_total',
    help: 'Device connections that were let in',
  }),
  rejected: counter({
    role,
    name: 'flotta_gateway_connections_rejected_total',
    help: 'Device connections that were not let in: too many, or from a network that is not allowed',
  }),
  gave_way: counter({
    role,
    name: 'flotta_gateway_gave_way_total',
    help: 'Connections that never signed in, closed to make room',
  }),
  handshakes_broken: counter({
    role,
    name: 'flotta_gateway_handshakes_broken_total',
    help: 'TLS handshakes that failed, or were not done in time',
  }),
  sign_ins: counter({ role, name: 'flotta_gateway_sign_ins_total', help: 'Sign-ins accepted' }),
  unknown: counter({
    role,
    name: 'flotta_gateway_sign_ins_unknown_total',
    help: 'Sign-ins refused',
  }),
  conflicts: counter({
    role,
    name: 'flotta_gateway_sign_in_conflicts_total',
    help: 'Sign-ins while an older connection of the device was open',
  }),
  takeovers: counter({
    role,
    name: 'flotta_gateway_takeovers_total',
    help: 'Connections that took the place of another of the same device that was open and had sent valid data',
  }),
  bytes: counter({
    role,
    name: 'flotta_gateway_received_bytes_total',
    help: 'Bytes received from devices',
  }),
  frames: counter({ role, name: 'flotta_gateway_frames_total', help: 'Frames received' }),
  datagrams: counter({ role, name: 'flotta_gateway_datagrams_total', help: 'Datagrams received' }),
  dropped: counter({
    role,
    name: 'flotta_gateway_datagrams_dropped_total',
    help: 'Datagrams that were not looked at',
  }),
  records: counter({
    role,
    name: 'flotta_gateway_records_total',
    help: 'Records committed and acknowledged',
  }),
  acks: counter({
    role,
    name: 'flotta_gateway_acknowledgements_total',
    help: 'Acknowledgements written',
  }),
  refused: counter({
    role,
    name: 'flotta_gateway_frames_refused_total',
    help: 'Frames and datagrams with wrong contents',
  }),
  faults: counter({
    role,
    name: 'flotta_gateway_faults_total',
    help: 'Connections closed for what they sent',
  }),
  idle: counter({
    role,
    name: 'flotta_gateway_idle_total',
    help: 'Connections closed after silence',
  }),
  silent: counter({
    role,
    name: 'flotta_gateway_silent_total',
    help: 'Connections closed because they never signed in',
  }),
  unread: counter({
    role,
    name: 'flotta_gateway_unread_total',
    help: 'Connections closed because the device does not read',
  }),
  in_flight: gauge({
    role,
    name: 'flotta_gateway_in_flight_bytes',
    help: 'Bytes of frames that await their commit',
  }),
  pauses: counter({
    role,
    name: 'flotta_gateway_pauses_total',
    help: 'Times that all connections were paused',
  }),
  mqtt_connected: gauge({
    role,
    name: 'flotta_gateway_mqtt_connected',
    help: '1 while this process reads from the MQTT broker',
  }),
  mqtt_messages: counter({
    role,
    name: 'flotta_gateway_mqtt_messages_total',
    help: 'Messages received from the MQTT broker',
  }),
} satisfies Record<keyof GatewayStats, unknown>

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

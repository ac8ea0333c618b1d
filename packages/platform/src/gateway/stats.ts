// What the gateway counts, as plain numbers that the metrics endpoint reads.

/** Upper bounds of the buckets, ms; the last bucket has none. */
export const LATENCY_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const

export interface GatewayStats {
  /** Open now, signed in or not. */
  connections: number
  accepted: number
  /** Not accepted: too many, or from a network that is not allowed. */
  rejected: number
  /** Connections that never signed in and were closed to make room for others. */
  gave_way: number
  sign_ins: number
  /** Sign-ins that were refused. */
  unknown: number
  /** Sign-ins while an older connection of the same device was open. */
  conflicts: number
  /** Bytes received. */
  bytes: number
  frames: number
  datagrams: number
  /** Datagrams that were not looked at: rate, back-pressure, networks, sender unknown. */
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
  /** Whole frame → acknowledgement written, ms. `counts` has one bucket more than LATENCY_BOUNDS_MS. */
  readonly latency: { sum: number; count: number; readonly counts: number[] }
}

export const newStats = (): GatewayStats => ({
  connections: 0,
  accepted: 0,
  rejected: 0,
  gave_way: 0,
  sign_ins: 0,
  unknown: 0,
  conflicts: 0,
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
  latency: { sum: 0, count: 0, counts: Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, () => 0) },
})

export function countAck(stats: GatewayStats, ms: number): void {
  stats.acks++
  const { latency } = stats
  latency.sum += ms
  latency.count++
  let i = 0
  while (i < LATENCY_BOUNDS_MS.length && ms > (LATENCY_BOUNDS_MS[i] as number)) i++
  latency.counts[i] = (latency.counts[i] as number) + 1
}

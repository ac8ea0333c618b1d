// Commits the content of a frame to the database: its records first, then its answers to commands.
import { randomUUID } from 'node:crypto'
import type { DecodedFrame, FrameMessage } from '@flotta/core/protocol.ts'
import type { CommandReply } from '@flotta/core/telemetry.ts'
import type { DeviceIdentity } from '../feature.ts'
import type { DeviceReplies, Packet } from '../topics.ts'
import { beginSpan } from '../trace.ts'
import { withDeviceTimes } from './device-times.ts'
import type { GatewayStats } from './stats.ts'

/** A frame that may contain something to store. */
export type DataFrame = Extract<DecodedFrame, { readonly kind: 'messages' | 'reply' }>

/** The functions of the gateway that commit. */
export interface CommitHost {
  readonly stats: GatewayStats
  /** Epoch ms. */
  now(): number
  /** Calls exactly one of the two callbacks, after this call has returned. */
  publish(packet: Packet, bytes: number, committed: () => void, failed: () => void): void
  /** As `publish`. */
  reply(replies: DeviceReplies, bytes: number, committed: () => void, failed: () => void): void
}
/** The origin of a frame. */
export interface FrameOrigin {
  readonly identity: DeviceIdentity
  /** Id of the connection's session; absent for datagrams, whose answers get an id of their own. */
  readonly session?: string
  readonly protocol: string
  /** Minutes by which the decoder assumed the device's clock to be ahead of UTC. */
  readonly localTime: number
}

export const recordsOf = (frame: DataFrame): readonly FrameMessage[] =>
  frame.kind === 'messages' ? frame.messages : []
const repliesOf = (frame: DataFrame): readonly CommandReply[] => frame.replies ?? []
export const isEmptyFrame = (frame: DataFrame): boolean =>
  recordsOf(frame).length === 0 && repliesOf(frame).length === 0

/** The acknowledgement to the device once the frame is committed. */
export const answerOf = (
  frame: DataFrame,
  { wants_ack }: DeviceIdentity,
): Uint8Array | undefined =>
  wants_ack && frame.kind === 'messages' ? (frame.wanted_ack ?? frame.ack) : frame.ack

/**
 * Commits a frame that is not empty, and calls exactly one of the two callbacks after this call has returned.
 * Records come first: a frame that is sent again stores them once, but its answer twice.
 */
export function commitFrame(
  host: CommitHost,
  frame: DataFrame,
  origin: FrameOrigin,
  bytes: number,
  committed: () => void,
  failed: () => void,
): void {
  const replies = repliesOf(frame)
  const answer = (): void => {
    const id = randomUUID()
    const { identity, session = id } = origin
    host.reply(
      { id, device_id: identity.device_id, session, received_at: host.now(), replies },
      bytes,
      committed,
      failed,
    )
  }
  const messages = recordsOf(frame)
  if (messages.length === 0) answer()
  else
    publishRecords(host, messages, origin, bytes, replies.length === 0 ? committed : answer, failed)
}

function publishRecords(
  host: CommitHost,
  records: readonly FrameMessage[],
  { identity, protocol, localTime }: FrameOrigin,
  bytes: number,
  committed: () => void,
  failed: () => void,
): void {
  const { device_id, vehicle_id, time_zone } = identity
  const messages: readonly FrameMessage[] = withDeviceTimes(records, localTime, time_zone)
  const span = beginSpan('packet', 'producer', { records: messages.length, protocol })
  const packet = { device_id, vehicle_id, received_at: host.now(), messages }
  host.publish(
    span === null ? packet : { ...packet, trace: span.traceparent },
    bytes,
    () => {
      span?.end(false)
      host.stats.records += messages.length
      committed()
    },
    () => {
      span?.end(true)
      failed()
    },
  )
}

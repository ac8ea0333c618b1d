// Drives a recorded GPX track through the gateway as a device would: same frames, same sign-in, acknowledged packet by packet.

import { readFile } from 'node:fs/promises'
import { instantOf } from '@flotta/core/time.ts'
import { PROGRAM } from '@flotta/platform/cli.ts'
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import { CODEC_8 } from '@flotta/protocols/teltonika/device.ts'
import { readServerAddress } from './simulator/arguments.ts'
import { connection } from './simulator/connection.ts'
import { readTrack, type TrackPoint } from './simulator/gpx.ts'

export interface ReplayOptions {
  readonly file: string
  readonly imei: string
  /** host:port */
  readonly server: string
  /** How many times faster than it was driven; 0: as fast as the server acknowledges. */
  readonly speedup: number
  /** Whether the recorded times are sent; otherwise the track ends at the present time. */
  readonly keepTimes: boolean
  readonly now: () => number
  readonly note: (line: string) => void
  /** The replay fails after this many milliseconds without an acknowledgement; default one minute. */
  readonly patience?: number
}
export interface ReplayResult {
  readonly imei: string
  readonly records: number
  /** km of the track */
  readonly kilometres: number
  /** ISO, as sent. */
  readonly from: string
  readonly to: string
}

const PACKET = 50
const NOTE_EVERY = 2_000

/** Rejects with a sentence for the person who typed it: no such file, no track in it, no times, a device that is refused, a server that is not there. */
export async function replayTrack(options: ReplayOptions): Promise<ReplayResult> {
  const { file, imei, speedup, now } = options
  const server = readServerAddress(options.server, {})
  const points = readTrack(await textOf(file), file)
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) throw new Error(`${file} has no track points`)
  const begins = now()
  const lasts = last.at - first.at
  // With a pace, the last packet leaves at the end of the track, so that no record is ahead of the clock.
  const shift = options.keepTimes
    ? 0
    : Math.floor((begins + (speedup > 0 ? lasts / speedup : 0) - last.at) / 1000) * 1000
  const records = recordsOf(points, shift)
  const dueAt = (record: AvlRecord) =>
    speedup > 0 ? begins + (record.at - shift - first.at) / speedup : 0

  let takenCount = 0
  let acknowledgedCount = 0
  let notedAt = begins
  await new Promise<void>((resolve, reject) => {
    let tick: NodeJS.Timeout | undefined
    let patience: NodeJS.Timeout | undefined
    const end = (error?: Error) => {
      clearTimeout(patience)
      clearInterval(tick)
      link.close()
      if (error) reject(error)
      else resolve()
    }
    const wait = () => {
      clearTimeout(patience)
      patience = setTimeout(
        () =>
          end(
            new Error(
              `${options.server} does not answer: is the server running there? ${acknowledgedCount} of ${records.length} records were acknowledged`,
            ),
          ),
        options.patience ?? 60_000,
      )
    }
    const link = connection({
      server,
      imei,
      codec: CODEC_8,
      take() {
        const due: AvlRecord[] = []
        for (
          let next = records[takenCount];
          next !== undefined && due.length < PACKET && dueAt(next) <= now();
          next = records[takenCount]
        ) {
          due.push(next)
          takenCount++
        }
        return due
      },
      onAcknowledged(sentRecords) {
        acknowledgedCount += sentRecords.length
        if (acknowledgedCount === records.length) return end()
        wait()
        if (now() - notedAt < NOTE_EVERY) return
        notedAt = now()
        options.note(`${acknowledgedCount} of ${records.length} records`)
      },
      onRefused: () =>
        end(
          new Error(
            `The server refuses ${imei}: register it first, with: ${PROGRAM} device create --vehicle ID --imei ${imei} --profile fmb1xx`,
          ),
        ),
    })
    if (speedup > 0)
      tick = setInterval(() => {
        // While every packet is acknowledged, the timeout starts again.
        if (acknowledgedCount === takenCount) wait()
        link.wake()
      }, 200)
    wait()
    link.wake()
  })
  return {
    imei,
    records: records.length,
    kilometres: Math.round(last.metres / 100) / 10,
    from: instantOf(first.at + shift),
    to: instantOf(last.at + shift),
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** A tracker’s records of a track, its times moved by `shift` ms; by ids that mean the same in every Teltonika family. The ignition goes off with the last point. */
export function recordsOf(points: readonly TrackPoint[], shift: number): AvlRecord[] {
  return points.map((p, i) => {
    const last = i === points.length - 1
    return {
      at: p.at + shift,
      fix: {
        latitude_e7: Math.round(p.latitude * 1e7),
        longitude_e7: Math.round(p.longitude * 1e7),
        altitude: Math.round(p.altitude),
        direction: Math.round(p.direction) % 360,
        speed: last ? 0 : Math.round(p.speed),
        satellites: 10,
      },
      elements: [
        { id: 239, width: 1, value: last ? 0 : 1 },
        { id: 240, width: 1, value: !last && p.speed >= 3 ? 1 : 0 },
        { id: 21, width: 1, value: 4 },
        { id: 66, width: 2, value: last ? 12_700 : 14_100 },
        { id: 67, width: 2, value: 4_080 },
      ],
      event: last || i === 0 ? 239 : 0,
    }
  })
}

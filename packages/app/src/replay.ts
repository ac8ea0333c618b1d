// Drives a recorded GPX track through the gateway as a device would: same frames, same sign-in, acknowledged packet by packet.

import { readFile } from 'node:fs/promises'
import { instantOf } from '@flotta/core/time.ts'
import { PROGRAM } from '@flotta/platform/cli.ts'
import type { AvlRecord } from '@flotta/protocols/teltonika/device.ts'
import { CODEC_8 } from '@flotta/protocols/teltonika/device.ts'
import { readServerAddress } from './simulator/arguments.ts'
import { type Connection, connection } from './simulator/connection.ts'
import { readTrack, type TrackPoint } from './simulator/gpx.ts'

export interface ReplayOptions {
  readonly file: string
  readonly imei: string
  /** host:port */
  readonly server: string
  /** Speed relative to the recorded one; 0: as fast as the server acknowledges. */
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
  /** length of the track, km */
  readonly kilometres: number
  /** ISO time, as sent. */
  readonly from: string
  readonly to: string
}

const PACKET = 50
const NOTE_EVERY = 2_000

/** Rejects with a sentence for the person who typed it: no such file, no track in it, no times, a refused device, a server that does not answer. */
export async function replayTrack(options: ReplayOptions): Promise<ReplayResult> {
  const { file, imei, speedup, now } = options
  const server = readServerAddress(options.server, {})
  const points = readTrack(await textOf(file), file)
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) throw new Error(`${file} has no track points`)
  const begins = now()
  const lasts = last.at - first.at
  // With a given speed, the last packet is sent at the end of the track, so that no record is ahead of the clock.
  const shift = options.keepTimes
    ? 0
    : Math.floor((begins + (speedup > 0 ? lasts / speedup : 0) - last.at) / 1000) * 1000
  const records = recordsOf(points, shift)
  const dueAt = (record: AvlRecord) =>
    speedup > 0 ? begins + (record.at - shift - first.at) / speedup : 0

  await new RecordSender(options, server, records, dueAt).send()
  return {
    imei,
    records: records.length,
    kilometres: Math.round(last.metres / 100) / 10,
    from: instantOf(first.at + shift),
    to: instantOf(last.at + shift),
  }
}

/** Sends records to a server, each when it is due, until all are acknowledged. */
class RecordSender {
  readonly #options: ReplayOptions
  readonly #records: readonly AvlRecord[]
  readonly #dueAt: (record: AvlRecord) => number
  readonly #link: Connection
  #settle: (error?: Error) => void = () => {}
  #takenCount = 0
  #acknowledgedCount = 0
  #notedAt: number
  #tick: NodeJS.Timeout | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(
    options: ReplayOptions,
    server: ReturnType<typeof readServerAddress>,
    records: readonly AvlRecord[],
    dueAt: (record: AvlRecord) => number,
  ) {
    const { imei } = options
    this.#options = options
    this.#records = records
    this.#dueAt = dueAt
    this.#notedAt = options.now()
    this.#link = connection({
      server,
      imei,
      codec: CODEC_8,
      take: () => this.#takeDue(),
      onAcknowledged: sent => this.#noteAcknowledged(sent.length),
      onRefused: () =>
        this.#end(
          new Error(
            `The server refuses ${imei}: register it first, with: ${PROGRAM} device create --vehicle ID --imei ${imei} --profile fmb1xx`,
          ),
        ),
    })
  }

  send(): Promise<void> {
    const result = new Promise<void>((resolve, reject) => {
      this.#settle = error => (error === undefined ? resolve() : reject(error))
    })
    if (this.#options.speedup > 0)
      this.#tick = setInterval(() => {
        // Whenever a packet is acknowledged, the timeout starts again.
        if (this.#acknowledgedCount === this.#takenCount) this.#wait()
        this.#link.wake()
      }, 200)
    this.#wait()
    this.#link.wake()
    return result
  }

  #takeDue(): AvlRecord[] {
    const { now } = this.#options
    const due: AvlRecord[] = []
    for (
      let next = this.#records[this.#takenCount];
      next !== undefined && due.length < PACKET && this.#dueAt(next) <= now();
      next = this.#records[this.#takenCount]
    ) {
      due.push(next)
      this.#takenCount++
    }
    return due
  }

  #noteAcknowledged(count: number): void {
    this.#acknowledgedCount += count
    if (this.#acknowledgedCount === this.#records.length) {
      this.#end()
      return
    }
    this.#wait()
    const now = this.#options.now()
    if (now - this.#notedAt < NOTE_EVERY) return
    this.#notedAt = now
    this.#options.note(`${this.#acknowledgedCount} of ${this.#records.length} records`)
  }

  /** Gives up when nothing is acknowledged for a while. */
  #wait(): void {
    clearTimeout(this.#patience)
    const { server, patience = 60_000 } = this.#options
    this.#patience = setTimeout(
      () =>
        this.#end(
          new Error(
            `${server} does not answer: is the server running there? ${this.#acknowledgedCount} of ${this.#records.length} records were acknowledged`,
          ),
        ),
      patience,
    )
  }

  #end(error?: Error): void {
    clearTimeout(this.#patience)
    clearInterval(this.#tick)
    this.#link.close()
    this.#settle(error)
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

/**
 * A tracker’s records of a track, with times moved by `shift` ms and ids that mean the same in every Teltonika family. The ignition goes off with the
 * last point.
 */
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

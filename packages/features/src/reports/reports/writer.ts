// What every file of a report is written by: sheet after sheet, item after item, in one pass.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Format, Item } from '@flotta/platform/report.ts'
import type { ValueFormatter } from './format.ts'

export interface HeadColumn {
  readonly key: string
  readonly title: string
  readonly unit: string | null
  readonly format: Format
  /** Characters that it needs, as far as its first rows tell. */
  readonly width: number
  /** False: on paper the heading says it. */
  readonly paper: boolean
}
export interface SheetHead {
  readonly name: string
  readonly columns: readonly HeadColumn[]
  /** False: too long for paper. */
  readonly paper: boolean
  /** What the report is about, said before the columns: the first sheet has it. */
  readonly intro: readonly (readonly [label: string, value: string])[]
}
/** What is the same in all files of a report. */
export interface ReportContext {
  readonly formatter: ValueFormatter
  readonly title: string
  readonly customer: string
  readonly period: string
  /** The zone by whose clocks it is told. */
  readonly zone: string
  readonly language: string
  /** When it is made, epoch ms. */
  readonly now: number
  /** A text of the report's language. */
  say(key: string, values?: Readonly<Record<string, string | number>>): string
  /** A title of the owners', with its values. */
  words(words: {
    readonly key: string
    readonly values?: Readonly<Record<string, string | number>>
  }): string
}

/** A writer that wants to be waited for says so by a promise. */
export interface Writer {
  begin(head: SheetHead): Promise<void> | void
  item(item: Item): Promise<void> | void
  /** Of the sheet. */
  end(): Promise<void> | void
  finish(): Promise<void>
  /** Nothing more comes: what it holds is let go. */
  destroy(error: Error): void
}

export const gapText = (
  { formatter, say }: ReportContext,
  [from, to]: readonly [number, number],
): string =>
  say('reports.file.gap', {
    from: formatter.instant(from),
    to: formatter.instant(to),
    duration: formatter.duration((to - from) / 1_000),
  })

/** The bytes of a stream, for the store of a file. */
export async function* bytesOf(stream: NodeJS.ReadableStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** Writes into a stream and waits while it is full. Rejects when `done` does, which is the end of all that is written. */
export async function writeChunk(
  stream: Writable,
  bytes: Uint8Array | string,
  done: Promise<unknown>,
): Promise<void> {
  if (stream.write(bytes)) return
  await Promise.race([once(stream, 'drain'), done])
}

// The interface of all file writers: sheet after sheet, item after item, in one pass.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Cell, Format, Item } from '@flotta/platform/report.ts'
import type { ValueFormatter } from './format.ts'

export interface HeadColumn {
  readonly key: string
  readonly title: string
  readonly unit: string | null
  readonly format: Format
  /** The width that its title and first rows need, in characters. */
  readonly width: number
  /** The longest word of its first rows, in characters. */
  readonly longestWord: number
  /** False: the column is left out on paper, where the heading has its value. */
  readonly paper: boolean
}
export interface SheetHead {
  readonly name: string
  readonly columns: readonly HeadColumn[]
  /** The last sheet, which says how complete the data are. */
  readonly isCompleteness: boolean
}
/** The summary of a sheet, for title pages. */
export interface SheetSummary {
  readonly name: string
  /** Rows of data. */
  readonly rows: number
  /** The values of its total, each with its unit; empty: it has no total of everything. */
  readonly figures: readonly {
    readonly title: string
    readonly value: string
    readonly cell: Cell
    readonly format: Format
  }[]
  /** The subjects without data in the period. */
  readonly empty: readonly string[]
}
/** What all files of a report share. */
export interface ReportContext {
  readonly formatter: ValueFormatter
  readonly title: string
  /** The plate, or the words for all vehicles. */
  readonly about: string
  /** What the report is about, line by line. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** The paper begins with a title page. */
  readonly hasTitlePage: boolean
  readonly customer: string
  readonly period: string
  /** The zone by whose clocks times are written. */
  readonly zone: string
  readonly language: string
  /** When the report is made, epoch ms. */
  readonly now: number
  /** A text in the report's language. */
  say(key: string, values?: Readonly<Record<string, string | number>>): string
  /** A text of a sheet's owner, with its values. */
  words(words: {
    readonly key: string
    readonly values?: Readonly<Record<string, string | number>>
  }): string
}

/** A method returns a promise where the caller must wait before the next call. */
export interface Writer {
  /** The writer prints on paper; else it also gets the sheets that are too long for paper. */
  readonly onPaper: boolean
  begin(head: SheetHead): Promise<void> | void
  item(item: Item): Promise<void> | void
  /** Ends the sheet. */
  end(): Promise<void> | void
  finish(summaries: readonly SheetSummary[]): Promise<void>
  /** Releases everything after an error. */
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

/** Writes into a stream and waits while it is full. Rejects when `done` does, which is the end of all that is written. */
export async function writeChunk(
  stream: Writable,
  bytes: Uint8Array | string,
  finished: Promise<unknown>,
): Promise<void> {
  if (stream.write(bytes)) return
  await Promise.race([once(stream, 'drain'), finished])
}

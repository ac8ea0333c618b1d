// What a backup says of itself: who made it, of which second it is, what is in it and how each part is known to be whole.
import { z } from 'zod'

/** A line that says what is wrong with a backup, or why nothing was done with it. */
export class BackupError extends Error {}

/** Raised when an older version could not read what a newer one writes. */
export const FORMAT = 1

const count = z.number().int().min(0)
const part = z.object({ bytes: count, digest: z.string().describe('SHA-256, hex') })

const table = part.extend({
  name: z.string(),
  /** The table that this partition is a month of; null: the table is no partition. */
  parent: z.string().nullable(),
  columns: z.array(z.string()),
  rows: count,
})
const file = part.extend({ name: z.string() })

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The product's version. */
  version: z.string(),
  /** The second whose rows it holds, and when it was whole. */
  marked_at: z.iso.datetime(),
  made_at: z.iso.datetime(),
  /** Names of the migrations that made its tables. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
  /** What waits in the queue: the task, and when its next try is. */
  jobs: z.array(z.object({ task_id: z.string(), run_at: z.iso.datetime() })),
  /** What lies beside the database in the data directory. */
  files: z.array(file),
})
export type Manifest = z.output<typeof Manifest>
export type BackedTable = Manifest['tables'][number]

/** The part of a manifest that every version can read. */
export const Envelope = z.object({ format: z.number().int(), version: z.string() })

export const MANIFEST = 'manifest.json'
export const tablePart = (name: string): string => `tables/${name}.copy`
export const filePart = (name: string): string => `files/${name}`

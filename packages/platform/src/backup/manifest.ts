// The manifest of a backup: who made it, its moment, its content, and the checksum of each part.
import { z } from 'zod'

/** A backup is faulty, or nothing was done with it; the message is one line for the operator. */
export class BackupError extends Error {}

/** Increased when an older version could not read what a newer one writes. */
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
  /** The moment of its rows, and the moment when it was complete. */
  marked_at: z.iso.datetime(),
  made_at: z.iso.datetime(),
  /** Names of the migrations that made its tables. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.number().nullable() })),
  /** Tasks that wait in the queue, and the time of their next attempt. */
  jobs: z.array(z.object({ task_id: z.string(), run_at: z.iso.datetime() })),
  /** Files beside the database in the data directory. */
  files: z.array(file),
})
export type Manifest = z.output<typeof Manifest>
export type BackedTable = Manifest['tables'][number]

/** The part of a manifest that every version can read. */
export const Envelope = z.object({ format: z.number().int(), version: z.string() })

export const MANIFEST = 'manifest.json'
export const tablePart = (name: string): string => `tables/${name}.copy`
export const filePart = (name: string): string => `files/${name}`

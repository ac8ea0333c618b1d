// backup list | note: which backups there are, so that the age of the last one is known.
import { type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { listBackups, noteBackup } from './queries.ts'

export const commands: readonly Command[] = [
  command({
    noun: 'backup',
    verb: 'list',
    summary: 'List the backups that are known to be whole, newest first',
    options: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(20).describe('how many') }),
    columns: ['marked_at', 'kept_at', 'way', 'place'],
    run: ({ limit }, { db }) => listBackups(db, limit),
  }),
  command({
    noun: 'backup',
    verb: 'note',
    summary: 'Tell that an external tool (pgBackRest) has made a whole backup of the database; metrics and doctor know its age from this',
    argument: 'place',
    options: z.object({
      place: z.string().min(1).max(500).describe('where it is, or who made it'),
      at: z.iso
        .datetime({ offset: true })
        .refine(at => Date.parse(at) <= Date.now() + 60_000, 'it lies in the future')
        .optional()
        .describe('when it began, ISO 8601; default: now'),
    }),
    columns: ['marked_at', 'kept_at', 'way', 'place'],
    run: ({ place, at }, { db, now }) => noteBackup(db, { marked_at: new Date(at ?? now()), way: 'told', place }),
  }),
]

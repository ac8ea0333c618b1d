// backup create | restore | verify | list | note: the embedded database as one file and back; which backups there are.
import { aloneCommand, type Command, command } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { create, restore, verify } from './files.ts'
import { listBackups, noteBackup } from './queries.ts'

const file = z.string().min(1)

export const commands: readonly Command[] = [
  aloneCommand({
    noun: 'backup',
    verb: 'create',
    summary: 'Copy the embedded database, while it works, and the key of its register into one file',
    argument: 'file',
    options: z.object({ file: file.describe('a new file, or a directory: then the file is named by its time') }),
    alone: (a, surroundings) => create(a.file, surroundings),
  }),
  aloneCommand({
    noun: 'backup',
    verb: 'restore',
    summary: 'Make a backup the database of an empty data directory; an older one is brought to this version',
    argument: 'file',
    options: z.object({ file: file.describe('a file of backup create') }),
    alone: (a, surroundings) => restore(a.file, surroundings),
  }),
  aloneCommand({
    noun: 'backup',
    verb: 'verify',
    summary: 'Read a backup whole and check that it is what was written; the exit code is 1 where it is not',
    argument: 'file',
    options: z.object({
      file: file.optional().describe('default: the last one that was made here'),
      compare: z.boolean().default(false).describe('compare it row by row with the database of the data directory too'),
    }),
    alone: (a, surroundings) => verify(a, surroundings),
  }),
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

// backup key | create | restore | verify | mark | list | note: backs up the embedded database into one file and restores it; restores an external database to
// a mark and compares it; lists backups
import { type Command, command, standaloneCommand, UsageError } from '@flotta/platform/cli.ts'
import { z } from 'zod'
import { markDatabase, verifyExternal } from './external.ts'
import { createBackupFile, restoreBackupFile, verifyBackupFile } from './files.ts'
import { makeKey } from './keys.ts'
import { listBackups, noteBackup } from './queries.ts'

const file = z.string().min(1)
const identity = file.optional().describe('of a backup that is encrypted: file of its private key')

export const commands: readonly Command[] = [
  standaloneCommand({
    noun: 'backup',
    verb: 'key',
    summary:
      'Make a pair of keys: backups are encrypted for the public one, which is printed, and read with the private one, which the file holds',
    argument: 'file',
    options: z.object({
      file: file.describe(
        'a new file for the private key; keep it elsewhere than this machine and the backups',
      ),
    }),
    runStandalone: a => makeKey(a.file),
  }),
  standaloneCommand({
    noun: 'backup',
    verb: 'create',
    summary:
      'Copy the embedded database, while it works, and the key of its register into one file',
    argument: 'file',
    options: z.object({
      file: file.describe('a new file, or a directory: then the file is named by its time'),
      keep: z.coerce
        .number()
        .int()
        .min(1)
        .max(10_000)
        .optional()
        .describe(
          'of a directory: how many backups stay in it, the newest; older ones are removed',
        ),
      recipient: z
        .string()
        .optional()
        .describe(
          'public keys (age1…) with commas between that it is encrypted for; default: FLOTTA_BACKUP_RECIPIENTS',
        ),
    }),
    runStandalone: ({ file: path, ...options }, surroundings) =>
      createBackupFile(path, surroundings, options),
  }),
  standaloneCommand({
    noun: 'backup',
    verb: 'restore',
    summary:
      'Load a backup into the empty database that DATABASE_URL names, else into an empty data directory; an older one is brought to this version',
    argument: 'file',
    options: z.object({ file: file.describe('a file of backup create'), identity }),
    runStandalone: (a, surroundings) => restoreBackupFile(a.file, surroundings, a.identity),
  }),
  standaloneCommand({
    noun: 'backup',
    verb: 'verify',
    summary:
      'Check that a backup is whole; of pgBackRest: that a restore to a marked second gives what the database held then. The exit code is 1 where it is not so',
    argument: 'file',
    options: z.object({
      file: file.optional().describe('of backup create; default: the last one that was made here'),
      compare: z
        .boolean()
        .default(false)
        .describe(
          'compare it row by row with the database too: the one that DATABASE_URL names, else that of the data directory',
        ),
      identity,
      stanza: z
        .string()
        .min(1)
        .optional()
        .describe('of pgBackRest: restore DATABASE_URL’s database from it, beside, and compare'),
      scratch: z
        .string()
        .min(1)
        .optional()
        .describe('with --stanza: an empty directory with room for the whole database'),
      at: z.iso
        .datetime({ offset: true })
        .optional()
        .describe(
          'with --stanza: restore to the last mark until then, ISO 8601; default: mark now',
        ),
      config: z
        .string()
        .min(1)
        .optional()
        .describe('with --stanza: configuration of pgBackRest, default: its own'),
      programs: z
        .string()
        .min(1)
        .optional()
        .describe(
          'with --stanza: directory of PostgreSQL’s programs, of the version that made the backup',
        ),
    }),
    runStandalone: ({ stanza, scratch, at, config, programs, ...a }, surroundings) => {
      if (stanza === undefined) {
        if (scratch ?? at ?? config ?? programs)
          throw new UsageError(
            '--scratch, --at, --config and --programs go with --stanza: say which stanza of pgBackRest is to be restored',
          )
        return verifyBackupFile(a, surroundings)
      }
      if (a.file !== undefined || a.compare)
        throw new UsageError(
          'a file, --compare and --stanza exclude each other: a file is of the embedded database, a stanza of an external one',
        )
      if (scratch === undefined)
        throw new UsageError(
          '--stanza needs --scratch: an empty directory with room for the whole database',
        )
      return verifyExternal({ stanza, scratch, at, configuration: config, programs }, surroundings)
    },
  }),
  standaloneCommand({
    noun: 'backup',
    verb: 'mark',
    summary:
      'Remember what an external database holds now, so that a restore to this second can be compared with it later (backup verify --stanza --at)',
    options: z.object({}),
    runStandalone: (_, surroundings) => markDatabase(surroundings),
  }),
  command({
    noun: 'backup',
    verb: 'list',
    summary: 'List the backups that are known to be whole, newest first',
    options: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(20).describe('how many'),
    }),
    columns: ['marked_at', 'kept_at', 'way', 'place'],
    run: ({ limit }, { db }) => listBackups(db, limit),
  }),
  command({
    noun: 'backup',
    verb: 'note',
    summary:
      'Tell that an external tool (pgBackRest) has made a whole backup of the database; metrics and doctor know its age from this',
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
    run: ({ place, at }, { db, now }) =>
      noteBackup(db, { marked_at: new Date(at ?? now()), way: 'told', place }),
  }),
]

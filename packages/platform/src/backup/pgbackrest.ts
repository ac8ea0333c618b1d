// pgBackRest as far as a restore needs it: its backups of a database, the end of its archive, and restoring files to a place in the write-ahead log.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Account } from '../postgres/binaries.ts'
import { BackupError } from './manifest.ts'

const execute = promisify(execFile)

export interface Repository {
  readonly stanza: string
  /** File of its configuration; undefined: its default location. */
  readonly configuration: string | undefined
  readonly account: Account
}
const InfoOutput = z.array(
  z.object({
    name: z.string(),
    status: z.object({ code: z.number(), message: z.string() }),
    archive: z.array(z.object({ max: z.string().nullish() })),
    backup: z.array(
      z.object({
        label: z.string(),
        error: z.boolean().nullish(),
        lsn: z.object({ stop: z.string().nullish() }).nullish(),
        info: z.object({ size: z.number() }),
      }),
    ),
  }),
)
export interface RepositoryBackup {
  readonly label: string
  /** The earliest place in the log to which it can be restored. */
  readonly lsn: string
  /** Bytes of the database's files. */
  readonly size: number
}
interface RepositoryContent {
  /** Oldest first. */
  readonly backups: readonly RepositoryBackup[]
  /** The newest segment of the log in the archive, '' while there is none. */
  readonly archived: string
}

const options = ({ stanza, configuration }: Repository) => [
  ...(configuration === undefined ? [] : [`--config=${configuration}`]),
  `--stanza=${stanza}`,
]

async function backrest(
  repository: Repository,
  command: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  try {
    const { stdout } = await execute('pgbackrest', [...options(repository), ...args, command], {
      ...repository.account,
      cwd: '/',
      signal,
      maxBuffer: 64 * 2 ** 20,
    })
    return stdout
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
    } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (code === 'ENOENT')
      throw new BackupError(
        'pgbackrest is not installed here: run this where it is, for instance on a database machine',
      )
    if (signal.aborted) throw error
    const why =
      /^.*ERROR: \[\d+\]: (.*)$/m.exec(`${stderr}\n${stdout}`)?.[1] ??
      (`${stderr}${stdout}`.trim().split('\n')[0] || `exit code ${String(code)}`)
    throw new BackupError(`pgBackRest (${command}) says: ${why.trim()}`)
  }
}

export async function readRepository(
  repository: Repository,
  signal: AbortSignal,
): Promise<RepositoryContent> {
  const output = InfoOutput.safeParse(
    JSON.parse(
      await backrest(
        repository,
        'info',
        ['--output=json', '--log-level-console=off', '--log-level-stderr=error'],
        signal,
      ),
    ),
  )
  if (!output.success)
    throw new BackupError(
      'What this pgBackRest tells of its backups cannot be understood: its version is another one',
    )
  const stanza = output.data.find(s => s.name === repository.stanza)
  const missing = stanza === undefined || stanza.status.code === 1
  if (missing)
    throw new BackupError(
      `pgBackRest has no stanza ${repository.stanza}: look at --stanza, and at the repository that its configuration names`,
    )
  const backups = stanza.backup.flatMap(({ label, error, lsn, info }) =>
    error === true || lsn?.stop == null ? [] : [{ label, lsn: lsn.stop, size: info.size }],
  )
  if (backups.length === 0)
    throw new BackupError(
      `pgBackRest has no backup of ${repository.stanza} yet (${stanza.status.message}): make one first`,
    )
  return {
    backups,
    archived: stanza.archive.reduce((max, a) => newerSegment(max, a.max ?? ''), ''),
  }
}
const newerSegment = (a: string, b: string): string => (placeOf(a) >= placeOf(b) ? a : b)
/** Leaves out the timeline: a failover begins another one while the log goes on. */
const placeOf = (segment: string): string => segment.slice(8)
export const reaches = (newestSegment: string, segment: string): boolean =>
  placeOf(newestSegment) >= placeOf(segment)

const position = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
/** The newest backup that was complete before a place in the log. */
export const backupBefore = (
  { backups }: RepositoryContent,
  lsn: string,
): RepositoryBackup | undefined => backups.filter(b => position(b.lsn) <= position(lsn)).at(-1)

/** Restores the files into an empty directory; a server started on them recovers to the state just before the place. */
export async function restoreFiles(
  repository: Repository,
  { label }: RepositoryBackup,
  { lsn, into }: { readonly lsn: string; readonly into: string },
  signal: AbortSignal,
): Promise<void> {
  await backrest(
    repository,
    'restore',
    [
      `--pg1-path=${into}/files`,
      // Otherwise tablespaces would be written to the directories of the original server.
      `--tablespace-map-all=${into}/tablespaces`,
      `--set=${label}`,
      '--type=lsn',
      `--target=${lsn}`,
      '--target-exclusive',
      '--target-action=promote',
      '--archive-mode=off',
    ],
    signal,
  )
}

/** The command by which PostgreSQL fetches segments of the log, without the asynchronous queue of the database on this machine. */
export const restoreCommand = (repository: Repository, into: string): string =>
  [
    'pgbackrest',
    ...options(repository).map(shellQuote),
    '--no-archive-async',
    shellQuote(`--pg1-path=${into}/files`),
    'archive-get',
    '%f',
    '"%p"',
  ].join(' ')
const shellQuote = (text: string): string =>
  `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

// A database on three machines as deploy/postgres describes it: what is lost when one of them fails, and whether its backups can be restored to a
// given second.
import { join } from 'node:path'

import { markDatabase, verifyExternal } from '@flotta/features/house/backups/external.ts'
import { migrations } from '@flotta/features/migrations.ts'
import type { CliEnvironment } from '@flotta/platform/cli.ts'
import { readConfig } from '@flotta/platform/config.ts'
import { type Machines, startMachines } from '../faults/patroni.ts'
import { machinesPrograms } from '../faults/programs.ts'
import { type RecoveryVerdict, recovery as underFaults } from '../faults/recovery.ts'
import { makeCompanies } from './fleet.ts'
import { type Bench, type Figure, figure, type Options } from './harness.ts'
import { restoredFile } from './restore-file.ts'

const DAY = 86_400_000

export const recovery: Bench = {
  name: 'recovery',
  measures:
    'three machines of Patroni, HAProxy and pgBackRest by the files that we ship: what switchovers and kills lose, and a restore to a second (--rounds N)',
  async run(options) {
    const { quick, dist, given, say } = options
    const figures = await restoredFile(options)
    const programs = machinesPrograms()
    const rounds = Number(given.rounds ?? 1)
    if (programs === undefined)
      say(
        '  The machines need Debian’s patroni, etcd-server, haproxy, pgbackrest and postgresql-15: they were left out',
      )
    if (programs === undefined || rounds === 0) return figures
    const machines = await startMachines(programs)
    try {
      const companies = await makeCompanies(machines.url, [quick ? 20 : 100])
      const faults = {
        main: join(dist, 'main.js'),
        vehicle_ids: companies[0]?.vehicle_ids ?? [],
        rounds,
        say,
      }
      const backups = backupsOf(machines, options, figures)
      figures.push(
        ...figuresOf(
          'named',
          await underFaults(machines, {
            ...faults,
            way: 'hosts',
            from: Date.now() - 3 * DAY,
            ...backups,
          }),
        ),
      )
      figures.push(
        ...figuresOf(
          'behind HAProxy',
          await underFaults(machines, { ...faults, way: 'haproxy', from: Date.now() - 2 * DAY }),
        ),
      )
      return figures
    } finally {
      machines.stop()
    }
  },
}

/** Backups while records arrive, and restores of them after the primary has changed several times. */
function backupsOf(
  machines: Machines,
  { say }: Options,
  figures: Figure[],
): { before(): Promise<void>; after(): Promise<void> } {
  const surroundings: CliEnvironment = {
    config: readConfig({ DATABASE_URL: machines.url }),
    version: '',
    migrations,
    note: line => say(`  … ${line}`),
    signal: new AbortController().signal,
  }
  const measure = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    figures.push(figure(what, (performance.now() - began) / 1_000, 's'))
    return result
  }
  const verify = async (name: string, at: string | undefined) => {
    const { pgbackrest: configuration } = await machines.leader()
    const settings = {
      stanza: 'flotta',
      scratch: machines.directory(name),
      at,
      configuration,
      programs: machines.programs,
    }
    const { rows } = (await measure(
      `restored to ${at === undefined ? 'a mark made now' : 'a mark before all faults'}, and equal`,
      () => verifyExternal(settings, surroundings),
    )) as { rows: number }
    figures.push(figure('rows that were compared', rows, ''))
  }
  let mark = ''
  return {
    async before() {
      const leader = await machines.leader()
      await machines.backrest(leader, 'stanza-create')
      await measure('pgbackrest check', () => machines.backrest(leader, 'check'))
      await measure('full backup', () => machines.backrest(leader, '--type=full', 'backup'))
      mark = (
        (await measure('a mark', () => markDatabase(surroundings))) as { marked_at: Date }
      ).marked_at.toISOString()
      await measure('incremental backup', () => machines.backrest(leader, '--type=incr', 'backup'))
    },
    async after() {
      await verify('look-1', mark)
      await machines.backrest(await machines.leader(), '--type=incr', 'backup')
      await verify('look-2', undefined)
    },
  }
}

const figuresOf = (way: string, v: RecoveryVerdict): Figure[] => [
  figure(
    `servers ${way}: records acknowledged and not stored`,
    v.missing.length,
    `of ${v.acknowledged}`,
    { goal: { below: 1 } },
  ),
  figure(`servers ${way}: records stored twice`, v.doubled.length, `of ${v.stored}`, {
    goal: { below: 1 },
  }),
  figure(`servers ${way}: the process survived`, v.survived ? 1 : 0, '', { goal: { atLeast: 1 } }),
  ...[...v.silences].map(([fault, ms]) =>
    figure(`servers ${way}: longest silence of a tracker, ${fault}`, ms / 1_000, 's', {
      goal: { below: 40 },
    }),
  ),
]

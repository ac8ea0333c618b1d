// flotta doctor: one line for each fault of this installation. It needs neither a running server nor a running database.
import { standaloneCommand } from '@flotta/platform/cli.ts'
import type { Config } from '@flotta/platform/config.ts'
import type { Pool } from '@flotta/platform/db.ts'
import type { Finding } from '@flotta/platform/finding.ts'
import { z } from 'zod'
import { lookAt } from './look.ts'
import { findings } from './rules.ts'

/** @param pool of the running server that examines itself; a command opens the database for itself */
export const examine = async (config: Config, pool?: Pool): Promise<Finding[]> =>
  findings(await lookAt(config, process.env, pool))

export const doctorCommand = standaloneCommand({
  noun: 'doctor',
  verb: '',
  summary:
    'Say what is wrong with this installation and what to do; exit code 1 where something fails',
  options: z.object({}),
  runStandalone: (_, { config }) => examine(config),
})

/** What people read. */
export function doctorLines(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(f => f.check.length))
  return findings
    .map(
      ({ state, check, says, do: todo }) =>
        `${state.padEnd(4)}  ${check.padEnd(width)}  ${says}${todo === null ? '' : `. ${todo}`}`,
    )
    .join('\n')
}

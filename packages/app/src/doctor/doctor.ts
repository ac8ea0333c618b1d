// flotta doctor: one line for each fault of this installation. It needs neither a running server nor a running database.

import type { Language } from '@flotta/core/languages.ts'
import { loadSay, type Say } from '@flotta/features/texts/texts.ts'
import { standaloneCommand } from '@flotta/platform/cli.ts'
import type { Config } from '@flotta/platform/config.ts'
import type { Pool } from '@flotta/platform/db.ts'
import { type Finding, type FindingLine, lineOf } from '@flotta/platform/finding.ts'
import { z } from 'zod'
import { lookAt } from './look.ts'
import { findings } from './rules.ts'

/** @param pool the pool of a running server that examines itself; a command opens the database by itself */
export const examine = async (config: Config, pool?: Pool): Promise<Finding[]> =>
  findings(await lookAt(config, process.env, pool))

export const examineIn = async (
  language: Language,
  config: Config,
  say: Say,
): Promise<FindingLine[]> =>
  (await examine(config)).map(finding => lineOf(finding, words => say(language, words)))

export const doctorCommand = standaloneCommand({
  noun: 'doctor',
  verb: '',
  summary:
    'Say what is wrong with this installation and what to do; exit code 1 where something fails',
  options: z.object({}),
  runStandalone: async (_, { config }) => examineIn('en', config, await loadSay()),
})

/** The findings as text for people. */
export function doctorLines(findings: readonly FindingLine[]): string {
  const width = Math.max(...findings.map(f => f.check.length))
  return findings
    .map(
      ({ state, check, says, do: todo }) =>
        `${state.padEnd(4)}  ${check.padEnd(width)}  ${says}${todo === null ? '' : `. ${todo}`}`,
    )
    .join('\n')
}

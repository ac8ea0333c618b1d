// Which meanings can be wired by trying, and which of the changed inputs may be the one that somebody just moved. Pure.
import type { DeviceInput } from '../registry/contract.ts'

/** What a person can open, switch or warm beside the screen. Outputs are switched by commands and wired by hand. */
export const wiredMeanings = [
  'door_1',
  'door_2',
  'door_3',
  'door_4',
  'ignition',
  'armed',
  'siren',
  'cap',
  'sos',
  'red_warning',
  'amber_warning',
  'brake_lining_alarm',
  'T1',
  'T2',
  'T3',
  'T4',
] as const
export type WiredMeaning = (typeof wiredMeanings)[number]
export const isWarmed = (meaning: string): boolean => /^T\d$/.test(meaning)
const isSensor = (word: string): boolean => /temp\d$/.test(word)

/** The clocks of devices differ from ours. A change up to this many ms before the search began still counts. */
const LATELY = 60_000

/**
 * The inputs that changed since the search began or shortly before, the newest change first.
 * @param first the inputs as they were when the search began
 * @param since when it began, epoch ms
 */
export function changedInputs(
  inputs: readonly DeviceInput[],
  meaning: string,
  first: readonly DeviceInput[],
  since: number,
): DeviceInput[] {
  const changeBefore = new Map(first.map(({ word, changed_at }) => [word, changed_at]))
  return inputs.filter(({ word, changed_at }) => {
    if (changed_at === null || isSensor(word) !== isWarmed(meaning)) return false
    return changed_at !== changeBefore.get(word) || Date.parse(changed_at) > since - LATELY
  })
}

/** The word to wire so that the input's current value means "open" or "on". */
export const wordFor = ({ word, value }: DeviceInput): string =>
  isSensor(word) || value !== 0 ? word : `!${word}`
/** The wiring of the same input with its opposite meaning. */
export const invertedWord = (word: string): string =>
  word.startsWith('!') ? word.slice(1) : `!${word}`

/** The current value of a wired word; null: the device did not report it lately. */
export function wiredValue(inputs: readonly DeviceInput[], word: string): number | null {
  const isInverted = word.startsWith('!')
  const input = inputs.find(i => i.word === (isInverted ? word.slice(1) : word))
  if (input === undefined) return null
  return isInverted ? Number(input.value === 0) : input.value
}

/** The meaning that is offered first: a door that is not wired yet. */
export const firstMeaning = (wiring: Readonly<Record<string, string>>): WiredMeaning =>
  wiredMeanings.find(meaning => wiring[meaning] === undefined) ?? 'door_1'

// New differences in the form of a rule: a destination for only some of its vehicles, or for all but some. Pure.
import { Email } from '@flotta/core/contract.ts'
import { EMAIL, PREFIX } from '../../alert-configurations/web/useConfigurationForm.ts'
import { CHAT, SMS } from '../../alert-configurations/web/useConfigurations.ts'
import { nameOfTarget, type Target } from './preview.ts'

export interface DifferenceInput {
  readonly place: number
  /** An address, a telephone number, or the name of a chat. */
  readonly to: string
  readonly side: 'only' | 'except'
  readonly vehicle_ids: readonly number[]
}
export const nextDifference = (inputs: readonly DifferenceInput[]): DifferenceInput => ({
  place: (inputs.at(-1)?.place ?? -1) + 1,
  to: '',
  side: 'only',
  vehicle_ids: [],
})

/** National numbers are Italian. */
export const phoneOf = (typed: string): string =>
  typed.startsWith('+') ? typed : `${PREFIX}${typed}`
export const isPhone = (typed: string): boolean => /^\+?\d[\d\s]*$/.test(typed)

function channelOf(to: string, chatNames: readonly string[]): number | null {
  if (chatNames.includes(to)) return CHAT
  if (Email.safeParse(to).success) return EMAIL
  return isPhone(to) ? SMS : null
}
/** null: the destination or the vehicles are missing. */
function targetOf(
  { to, side, vehicle_ids }: DifferenceInput,
  ofRule: ReadonlySet<number>,
  chatNames: readonly string[],
): Target | null {
  const typed = to.trim()
  const alert_channel_id = channelOf(typed, chatNames)
  const ids = vehicle_ids.filter(id => ofRule.has(id))
  if (alert_channel_id === null || ids.length === 0) return null
  const destination = alert_channel_id === SMS ? phoneOf(typed) : typed
  return { alert_channel_id, destination, [side]: ids }
}

/**
 * The complete differences, as the call takes them.
 * @param vehicle_ids of the rule
 */
export function targetsOf(
  inputs: readonly DifferenceInput[],
  vehicle_ids: readonly number[],
  chatNames: readonly string[],
): Target[] {
  const ofRule = new Set(vehicle_ids)
  return inputs.flatMap(input => targetOf(input, ofRule, chatNames) ?? [])
}

/**
 * The text key of the error; null: none.
 * @param known existing destinations
 */
export function faultOf(
  inputs: readonly DifferenceInput[],
  vehicle_ids: readonly number[],
  chatNames: readonly string[],
  known: readonly Target[],
): 'alert_rules.difference_whole' | 'alert_rules.difference_known' | null {
  const names = new Set(known.map(nameOfTarget))
  const ofRule = new Set(vehicle_ids)
  for (const input of inputs) {
    const target = targetOf(input, ofRule, chatNames)
    if (target === null) return 'alert_rules.difference_whole'
    const name = nameOfTarget(target)
    if (names.has(name)) return 'alert_rules.difference_known'
    names.add(name)
  }
  return null
}

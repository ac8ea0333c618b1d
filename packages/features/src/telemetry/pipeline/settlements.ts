// Which settlement writes which effect. Every settle.ts of a feature is found here.
import type { Effect } from '@flotta/core/derivation.ts'
import type { Settlement } from '@flotta/platform/settlement.ts'

interface SettlementFile {
  readonly settlement: Settlement
}
const settlementFiles: Readonly<Record<string, SettlementFile>> = {
  ...import.meta.glob<SettlementFile>('../../[a-z]*/[a-z]*/settle.ts', { eager: true }),
}
export const settlements: readonly Settlement[] = Object.entries(settlementFiles)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, file]) => file.settlement)

const owners = settlements.flatMap(s => s.effects.map(effect => [effect, s] as const))
const byEffect = new Map(owners)
if (byEffect.size !== owners.length) throw new Error('two settle.ts write the same effect')

export function settlementOf(effect: Effect['effect']): Settlement {
  const settlement = byEffect.get(effect)
  if (!settlement) throw new TypeError(`nobody settles the effect ${effect}`)
  return settlement
}

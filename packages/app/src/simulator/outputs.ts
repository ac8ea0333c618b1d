// A device's outputs: how they were switched remotely, permanently or for a time.
import { SECOND } from '@flotta/core/time.ts'
import type { DemoVehicle } from '@flotta/features/provider/demo/fleet.ts'

interface OutputChange {
  readonly output: number
  readonly on: 0 | 1
  /** Epoch ms; `to` Infinity: permanently. */
  readonly from: number
  readonly to: number
}
/** By IMEI, oldest first. */
const changesByImei = new Map<string, OutputChange[]>()

/** For tests, as `forgetCommands`. */
export const forgetOutputs = (): void => changesByImei.clear()

/** null: it was never switched. */
export const outputAt = (
  { imei }: Pick<DemoVehicle, 'imei'>,
  output: number,
  at: number,
): 0 | 1 | null =>
  changesByImei.get(imei)?.findLast(s => s.output === output && s.from <= at && at < s.to)?.on ??
  null

/** Executes `setdigout` from `at` on: `1?0`, then seconds for each (`?`: permanently). Answers like the vendor's devices; null: it is another command. */
export function setOutputs(
  { imei }: Pick<DemoVehicle, 'imei'>,
  text: string,
  at: number,
): { readonly answer: string; readonly until: number | null } | null {
  const [word, states = '', ...times] = text.trim().split(/\s+/)
  if (word !== 'setdigout') return null
  if (!/^[01?]{1,4}$/.test(states)) return { answer: 'setdigout: invalid syntax', until: null }
  let until: number | null = null
  const parts = [...states].map((state, i) => {
    if (state === '?') return `DOUT${i + 1}:IGNORED`
    const seconds = Number(times[i])
    const to = seconds > 0 ? at + seconds * SECOND : Number.POSITIVE_INFINITY
    if (to !== Number.POSITIVE_INFINITY) until = to
    changesByImei.set(imei, [
      ...(changesByImei.get(imei) ?? []),
      { output: i + 1, on: state === '1' ? 1 : 0, from: at, to },
    ])
    return `DOUT${i + 1}:${state} Timeout:${seconds > 0 ? `${seconds}s` : 'INFINITY'}`
  })
  return { answer: parts.join(' '), until }
}

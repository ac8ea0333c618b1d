// What the event of a record tells besides: the supply came back or was cut, which inputs and outputs are on.
import type { IoWriter } from '@flotta/core/io.ts'

const POWER_BACK = 22
const POWER_CUT = 23
const INPUTS = [0, 1, 2, 3] as const

export function putEvent(io: IoWriter, event: number): void {
  if (event === POWER_BACK || event === POWER_CUT)
    io.putText('power_cut', event === POWER_CUT ? '1' : '0')
}

/** The lowest bit is the first input or output. */
export function putLevels(io: IoWriter, name: 'in' | 'out', levels: number): void {
  for (const n of INPUTS) io.putText(`${name}${n + 1}`, String((levels >> n) & 1))
}

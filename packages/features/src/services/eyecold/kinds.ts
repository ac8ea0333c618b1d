// Temperatures of the load (°C): the wired sensors, else the wireless ones.
import type { Kind } from '@flotta/core/kinds.ts'
import { numbers, reading } from '@flotta/core/reading.ts'
import { MINUTE } from '@flotta/core/time.ts'
import type { z } from 'zod'
import { agreement } from '../../agreements/contract.ts'

const celsius = { decimals: 2, least: 0.1 }
const fields = numbers({
  T1: { words: ['temp1', 'ble_temp1', 'eye_temp1', 'probe_temp1'], ...celsius },
  T2: { words: ['temp2', 'ble_temp2', 'eye_temp2', 'probe_temp2'], ...celsius },
  T3: { words: ['temp3', 'ble_temp3', 'eye_temp3', 'probe_temp3'], ...celsius },
  T4: { words: ['temp4', 'ble_temp4', 'eye_temp4', 'probe_temp4'], ...celsius },
})
declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    readonly temperature: Readonly<z.infer<typeof fields.shape>>
  }
}
export const temperature = reading('temperature', { agreements: [agreement.eyecold, agreement.fridge] }, { ...fields, kept_every: 15 * MINUTE })

export const kinds: readonly Kind[] = [temperature]

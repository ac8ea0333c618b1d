// Whether the device's sensor detects movement.
import { SECOND } from '@flotta/core/time.ts'
import type { Signal } from '../signal.ts'

export default {
  words: { movement: m => Number(m.moving) },
  // Movement is detected once the vehicle rolls.
  changes: doing => (doing.kind === 'leg' ? [doing.from + SECOND, doing.to] : []),
} satisfies Signal

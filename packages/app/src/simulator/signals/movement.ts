// Whether the device feels that it moves.
import { SECOND } from '@flotta/core/time.ts'
import type { Signal } from '../signal.ts'

export default {
  words: { movement: m => Number(m.moving) },
  // it is felt once it rolls
  changes: doing => (doing.kind === 'leg' ? [doing.from + SECOND, doing.to] : []),
} satisfies Signal

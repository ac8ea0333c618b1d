// Whether the device feels that it moves.
import type { Signal } from '../signal.ts'

export default {
  words: { movement: m => Number(m.moving) },
  changes: doing => (doing.kind === 'leg' ? [doing.from, doing.to] : []),
} satisfies Signal

// Whether a watched tank is armed, wired to the second input: while the engine is off.
import type { Signal } from '../signal.ts'
import { hasGuardedTank } from '../tank.ts'

export default { of: hasGuardedTank, words: { in2: ({ ignition }) => Number(!ignition) } } satisfies Signal

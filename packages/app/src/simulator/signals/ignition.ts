// Whether the ignition is on.
import { changesWithin, type Signal } from '../signal.ts'

export default {
  words: { ignition: m => Number(m.ignition) },
  changes: doing =>
    doing.kind === 'leg' ? [] : doing.on.flatMap(span => changesWithin(doing, span)),
} satisfies Signal

// The body's door, wired to the first input.
import { changesWithin, type Signal, within } from '../signal.ts'

export default {
  words: {
    in1: ({ doing, at }) =>
      Number(doing.kind === 'stop' && doing.door !== null && within(doing.door, at)),
  },
  changes: doing =>
    doing.kind === 'leg' || doing.door === null ? [] : changesWithin(doing, doing.door),
} satisfies Signal

// The cap of a monitored tank, wired to the third input; it is open while fuel is filled or stolen.
import { MINUTE } from '@flotta/core/time.ts'
import { changesWithin, type Signal, within } from '../signal.ts'
import { fillingOf, hasGuardedTank, robberyOf } from '../tank.ts'

const withMargin = (span: { readonly from: number; readonly to: number }) => ({
  from: span.from - MINUTE,
  to: span.to + MINUTE,
})

export default {
  appliesTo: hasGuardedTank,
  words: {
    in3: ({ day, at }) =>
      Number(
        [fillingOf(day), robberyOf(day)].some(
          span => span !== null && within(withMargin(span), at),
        ),
      ),
  },
  changes: (doing, { day }) =>
    [fillingOf(day), robberyOf(day)].flatMap(span =>
      span === null || span.from < doing.from || span.from >= doing.to
        ? []
        : changesWithin(doing, withMargin(span)),
    ),
} satisfies Signal

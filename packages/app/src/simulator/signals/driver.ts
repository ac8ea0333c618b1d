// The iButton of the driver, in the reader while the ignition is on; a change of drivers waits for the next drive or stop. In the depot the yard's
// staff have a key of their own.
import { crew, readsCards, shiftAt, YARD_CARD } from '@flotta/features/fleet/drivers/crew.ts'
import { type Signal, within } from '../signal.ts'

export default {
  appliesTo: readsCards,
  words: {
    ibutton({ vehicle, ignition, doing, at }) {
      if (!ignition) return ''
      if (doing.kind === 'stop' && doing.service !== null && within(doing.service, at))
        return YARD_CARD
      const shift = shiftAt(vehicle, doing.from)
      return shift === null ? '' : (crew[shift.driver]?.ibutton_id ?? '')
    },
  },
} satisfies Signal

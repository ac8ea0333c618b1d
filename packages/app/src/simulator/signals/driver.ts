// The iButton of who drives, in the reader while the ignition is on; a change of drivers waits for the next drive or stop.
import { crew, readsCards, shiftAt } from '@flotta/features/drivers/crew.ts'
import type { Signal } from '../signal.ts'

export default {
  of: readsCards,
  words: {
    ibutton({ vehicle, ignition, doing }) {
      const shift = shiftAt(vehicle, doing.from)
      return shift === null ? undefined : ignition ? (crew[shift.driver]?.ibutton_id ?? '') : ''
    },
  },
} satisfies Signal

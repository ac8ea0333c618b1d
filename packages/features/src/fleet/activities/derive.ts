// Finds, record by record, whose card is in the reader while the ignition is on. The card counts from the moment at which the ignition went on.
import { derivation, type Effect } from '@flotta/core/derivation.ts'
import { cardKey } from '../drivers/rules.ts'

interface CardState {
  readonly ignition: boolean | null
  /** When the ignition went on; null: it is off or was never reported. */
  readonly since: number | null
  /** Key of the newest card; '' none. After the ignition went off, the device must report the card again. */
  readonly card: string
  /** Key of the card that identified the driver of this drive; '' none yet. */
  readonly known: string
}
const initialState: CardState = { ignition: null, since: null, card: '', known: '' }

export const derivations = [
  derivation<CardState>({
    name: 'driver_card',
    needs: ['ignition', 'driver_card'],
    start: initialState,
    step(memory, { at, ignition, driver_card }) {
      let { since, card, known: identifiedBy } = memory
      if (ignition === true && memory.ignition !== true) [since, identifiedBy] = [at, '']
      if (ignition === false && memory.ignition !== false)
        [since, card, identifiedBy] = [null, '', '']
      if (driver_card !== null) card = cardKey(driver_card.ibutton_id) ?? ''
      const effects: Effect<'driver_identified'>[] = []
      if (since !== null && card !== '' && card !== identifiedBy) {
        // another card while the engine runs means that the driver has changed at this moment
        effects.push({
          effect: 'driver_identified',
          at: identifiedBy === '' ? since : at,
          ibutton_key: card,
        })
        identifiedBy = card
      }
      const isUnchanged =
        (ignition === null || ignition === memory.ignition) &&
        since === memory.since &&
        card === memory.card &&
        identifiedBy === memory.known
      return isUnchanged
        ? null
        : {
            state: { ignition: ignition ?? memory.ignition, since, card, known: identifiedBy },
            effects,
          }
    },
  }),
]

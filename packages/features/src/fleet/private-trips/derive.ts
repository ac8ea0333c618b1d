// When the device's private mode is switched on and off, record by record.
import { derivation } from '@flotta/core/derivation.ts'
import './kinds.ts'

interface SwitchState {
  readonly is_private: boolean
}
export const derivations = [
  derivation<SwitchState>({
    name: 'private_mode',
    needs: ['private_mode'],
    start: { is_private: false },
    step(memory, { at, private_mode }) {
      const is_private = private_mode?.private_mode ?? memory.is_private
      return is_private === memory.is_private
        ? null
        : { state: { is_private }, effects: [{ effect: 'private_switch', at, is_private }] }
    },
  }),
]

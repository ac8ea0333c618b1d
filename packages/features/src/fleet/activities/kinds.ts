// The driver as data of a vehicle: the activities of each customer, and the card that the device reads.
import type { Kind } from '@flotta/core/kinds.ts'
import { reading } from '@flotta/core/reading.ts'
import { z } from 'zod'

declare module '@flotta/core/telemetry.ts' {
  interface ReadingKinds {
    /** The number of the card that is in the reader, '' for none. */
    readonly driver_card: { readonly ibutton_id: string }
  }
}
const CARD_HALVES = ['card_a', 'card_b'] as const
export const driverCard = reading(
  'driver_card',
  // only the owner may know whose card it is
  { agreements: [], owner: true },
  {
    shape: z.object({ ibutton_id: z.string() }),
    // a tachograph sends the number of its driver's card in two halves
    meanings: {
      ibutton_id: ['ibutton', 'rfid', 'rfid2'],
      card_a: ['driver1_card_a'],
      card_b: ['driver1_card_b'],
    },
    read({ texts }, sources, before) {
      let hasValue = false
      for (const { place } of sources.ibutton_id ?? []) {
        const value = texts[place]
        if (value === undefined) continue
        if (value !== '') return before?.ibutton_id === value ? before : { ibutton_id: value }
        hasValue = true
      }
      let card = ''
      for (const part of CARD_HALVES)
        for (const { place } of sources[part] ?? []) {
          const value = texts[place]
          if (value === undefined) continue
          hasValue = true
          card += value
        }
      return hasValue ? (before?.ibutton_id === card ? before : { ibutton_id: card }) : null
    },
    changed: (previous, data) => previous.ibutton_id !== data.ibutton_id,
    kept_every: Number.POSITIVE_INFINITY,
  },
)

/** `driver`: who drives a vehicle by its activities, which differ from customer to customer. */
export const kinds: readonly Kind[] = [{ kind: 'driver', open: 'everybody' }, driverCard]

// The fleet filter of the bar in the address of a screen: a link shows the same fleets, and back
// undoes a choice.
import { usePreference } from '@flotta/ui/preferences.ts'
import { useEffect, useRef } from 'react'

const listOf = (text: string | undefined): number[] =>
  (text ?? '').split(',').filter(Boolean).map(Number)
const textOf = (ids: readonly number[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',')

/**
 * Whichever of the two was changed is written to the other. As the screen opens, an address with
 * fleets wins; else the person's own choice is put into it.
 */
export function useFleetsInAddress(
  addressText: string | undefined,
  change: (
    patch: { readonly fleets: string | undefined },
    options: { readonly replace: boolean },
  ) => void,
): void {
  const [storedFleets, keep] = usePreference('fleets')
  const chosen = textOf(storedFleets)
  const lastValues = useRef<{
    readonly written: string | undefined
    readonly chosen: string | undefined
  } | null>(null)
  useEffect(() => {
    const before = lastValues.current
    lastValues.current = { written: addressText, chosen }
    if (addressText === chosen) return
    const byAddress = before === null ? addressText !== undefined : before.written !== addressText
    if (byAddress) keep(listOf(addressText))
    else change({ fleets: chosen }, { replace: before === null })
  }, [addressText, chosen, keep, change])
}

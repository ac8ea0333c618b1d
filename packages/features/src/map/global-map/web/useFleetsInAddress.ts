// The fleet filter of the bar in the address of a screen: a link shows the same fleets, and the back
// button undoes a choice.
import { usePreference } from '@flotta/ui/preferences.ts'
import { useEffect, useRef } from 'react'

const listOf = (text: string | undefined): number[] =>
  (text ?? '').split(',').filter(Boolean).map(Number)
const textOf = (ids: readonly number[]): string | undefined =>
  ids.length === 0 ? undefined : ids.join(',')

/**
 * A change of either is written to the other. When the screen opens, fleets in the address win over
 * the stored choice of the user.
 */
export function useFleetsInAddress(
  addressText: string | undefined,
  change: (
    patch: { readonly fleets: string | undefined },
    options: { readonly replace: boolean },
  ) => void,
): void {
  const [storedFleets, keep] = usePreference('fleets')
  const chosenFleets = textOf(storedFleets)
  const lastValues = useRef<{
    readonly written: string | undefined
    readonly chosen: string | undefined
  } | null>(null)
  useEffect(() => {
    const before = lastValues.current
    lastValues.current = { written: addressText, chosen: chosenFleets }
    if (addressText === chosenFleets) return
    const byAddress = before === null ? addressText !== undefined : before.written !== addressText
    if (byAddress) keep(listOf(addressText))
    else change({ fleets: chosenFleets }, { replace: before === null })
  }, [addressText, chosenFleets, keep, change])
}

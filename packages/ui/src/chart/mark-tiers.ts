// Marks at nearly the same moment are placed below each other, so that each can be seen and pressed.

/** Size of the target of a finger or pointer in both directions, CSS pixels. */
export const MARK = 24
/** More tiers would cover the lines of the chart, so further marks lie on the oldest one. */
const TIERS = 4

/** @param xs CSS pixels, ascending. @returns the tier of each, 0 at the upper edge */
export function tiersOf(xs: readonly number[]): number[] {
  const lastOfTier: number[] = []
  return xs.map(x => {
    const free = lastOfTier.findIndex(last => x - last >= MARK)
    const tier =
      free >= 0
        ? free
        : lastOfTier.length < TIERS
          ? lastOfTier.length
          : lastOfTier.indexOf(Math.min(...lastOfTier))
    lastOfTier[tier] = x
    return tier
  })
}

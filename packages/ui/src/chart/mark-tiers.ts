// Marks of nearly the same moment stand below each other, so that each can be seen and pressed.

/** CSS pixels of what a finger or pointer hits, in both directions. */
export const MARK = 24
/** More would cover the lines of the chart: what does not fit lies on the oldest one. */
const TIERS = 4

/** @param xs in CSS pixels, from left to right. @returns for each the tier, 0 at the upper edge */
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

// A level behind the trembling of its sensor, as that of a tank: a scalar Kalman filter that knows what is usually used and learns how much the sensor trembles.
// Where the sensor does not tremble, the estimate is what it says.

/** Percent of the tank. */
export interface Estimate {
  readonly level: number
  /** How uncertain the level is, percent². */
  readonly variance: number
  /** How much the sensor trembles, percent². */
  readonly noise: number
  /** By how much the last measured change differed from what was expected. */
  readonly surprise: number
}
const hundredths = (value: number): number => Math.round(value * 100) / 100
const tenThousandths = (value: number): number => Math.round(value * 10_000) / 10_000

/** What is known when a level is measured for the first time, or anew. `noise` of the sensor as it is known by then. */
export const initialEstimate = (level: number, noise = 0): Estimate => ({
  level,
  variance: noise,
  noise,
  surprise: 0,
})

/** Levels are told in tenths. */
const LEAST_NOISE = 0.003
/** One surprise is a sixteenth of what is known of the sensor. */
const MEMORY = 16
const MOST_SURPRISE = 4
/** Beyond so many standard deviations it is the tank that has changed. */
const GATE = 3

/** Whether a measured level differs from the expected one by no more than its trembling. */
export function isTrembling(
  { level, variance, noise }: Estimate,
  measuredLevel: number,
  usualConsumption: number,
): boolean {
  const innovation = measuredLevel - (level - usualConsumption)
  return innovation * innovation <= GATE * GATE * (variance + Math.max(noise, LEAST_NOISE))
}

/**
 * The estimate after one more measurement.
 * @param change measured level less the one before
 * @param burned percent that were usually burned since
 * @param uncertainty percent by which that may be wrong
 */
export function updatedEstimate(
  before: Estimate,
  measured: number,
  change: number,
  burned: number,
  uncertainty: number,
): Estimate {
  const surprise = change + burned
  // trembling turns back at once, so two surprises in a row point in opposite directions; a wrong guess of the consumption goes on in one
  const trembling = Math.min(MOST_SURPRISE, Math.max(-MOST_SURPRISE, -surprise * before.surprise))
  const noise = Math.max(0, before.noise + (trembling - before.noise) / MEMORY)
  const expected = before.level - burned
  const error = Math.max(noise, LEAST_NOISE)
  const innovation = measured - expected
  let variance = before.variance + uncertainty * uncertainty
  if (!isTrembling({ ...before, variance, noise }, measured, burned))
    variance += innovation * innovation
  const gain = variance / (variance + error)
  return {
    level: hundredths(expected + gain * innovation),
    variance: tenThousandths((1 - gain) * variance),
    noise: tenThousandths(noise),
    surprise: hundredths(surprise),
  }
}

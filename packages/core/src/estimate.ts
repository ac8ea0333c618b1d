// Estimates the level of a tank from a noisy sensor: a scalar Kalman filter that knows the usual consumption and learns the noise of the sensor.
// Without noise the estimate equals the measured level.

/** Percent of the tank. */
export interface Estimate {
  readonly level: number
  /** Variance of the level, percent². */
  readonly variance: number
  /** Variance of the sensor's noise, percent². */
  readonly noise: number
  /** Difference between the last measured change and the expected one. */
  readonly surprise: number
}
const hundredths = (value: number): number => Math.round(value * 100) / 100
const tenThousandths = (value: number): number => Math.round(value * 10_000) / 10_000

/** The estimate after a first measurement, or after a reset. `noise` is the known noise of the sensor. */
export const initialEstimate = (level: number, noise = 0): Estimate => ({
  level,
  variance: noise,
  noise,
  surprise: 0,
})

/** Sensors report levels in tenths. */
const LEAST_NOISE = 0.003
/** One surprise changes the estimated noise by a sixteenth. */
const MEMORY = 16
const MOST_SURPRISE = 4
/** Beyond this number of standard deviations the level of the tank has really changed. */
const GATE = 3

/** Whether the noise explains the difference between the measured and the expected level. */
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
 * @param change measured level minus the previous one
 * @param usualConsumption usual consumption since the previous measurement, percent
 * @param uncertainty standard deviation of the usual consumption, percent
 */
export function updatedEstimate(
  before: Estimate,
  measuredLevel: number,
  change: number,
  usualConsumption: number,
  uncertainty: number,
): Estimate {
  const surprise = change + usualConsumption
  // Noise reverts at once, so two surprises in a row have opposite signs. A wrong consumption gives surprises of one sign.
  const trembling = Math.min(MOST_SURPRISE, Math.max(-MOST_SURPRISE, -surprise * before.surprise))
  const noise = Math.max(0, before.noise + (trembling - before.noise) / MEMORY)
  const expectedLevel = before.level - usualConsumption
  const error = Math.max(noise, LEAST_NOISE)
  const innovation = measuredLevel - expectedLevel
  let variance = before.variance + uncertainty * uncertainty
  if (!isTrembling({ ...before, variance, noise }, measuredLevel, usualConsumption))
    variance += innovation * innovation
  const gain = variance / (variance + error)
  return {
    level: hundredths(expectedLevel + gain * innovation),
    variance: tenThousandths((1 - gain) * variance),
    noise: tenThousandths(noise),
    surprise: hundredths(surprise),
  }
}

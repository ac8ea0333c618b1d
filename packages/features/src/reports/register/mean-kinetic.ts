// The mean kinetic temperature (USP ⟨1079.2⟩): the constant temperature at which goods would age as they did at those that were measured.

/** Heat of activation 83.144 kJ/mol divided by the gas constant 8.3144 J/(mol K), in K. */
const ACTIVATION_K = 10_000
const ZERO_CELSIUS_K = 273.15

/** How fast goods age at a temperature (°C), without a unit: rates are averaged, temperatures are not. */
export const agingRate = (celsius: number): number =>
  Math.exp(-ACTIVATION_K / (celsius + ZERO_CELSIUS_K))

/** The temperature (°C) at which goods age at a rate; the inverse of `agingRate`. */
export const temperatureOfRate = (rate: number): number =>
  -ACTIVATION_K / Math.log(rate) - ZERO_CELSIUS_K

/** The mean kinetic temperature (°C) of readings of equal weight. */
export const meanKinetic = (readings: readonly number[]): number =>
  temperatureOfRate(readings.reduce((sum, value) => sum + agingRate(value), 0) / readings.length)

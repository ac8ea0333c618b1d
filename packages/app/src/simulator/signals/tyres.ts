// Pressure and temperature of every wheel, from sensors in the tyres of trucks and trailers.

import { isWeighed, tyrePressure, tyreTemperature } from '../axles.ts'
import type { Signal } from '../signal.ts'

export default {
  appliesTo: isWeighed,
  words: {
    tyre1_pressure: m => tyrePressure(m, 1),
    tyre2_pressure: m => tyrePressure(m, 2),
    tyre3_pressure: m => tyrePressure(m, 3),
    tyre4_pressure: m => tyrePressure(m, 4),
    tyre5_pressure: m => tyrePressure(m, 5),
    tyre6_pressure: m => tyrePressure(m, 6),
    tyre1_temp: m => tyreTemperature(m, 1),
    tyre2_temp: m => tyreTemperature(m, 2),
    tyre3_temp: m => tyreTemperature(m, 3),
    tyre4_temp: m => tyreTemperature(m, 4),
    tyre5_temp: m => tyreTemperature(m, 5),
    tyre6_temp: m => tyreTemperature(m, 6),
  },
} satisfies Signal

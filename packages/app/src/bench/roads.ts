// A vehicle's days on roads, cheap to compute from a seed: straight stretches with bends, crossings, stops; a fix every ten seconds for eight hours.
// As columns, for benches of old stored data.
import type { PositionColumns } from '@flotta/features/telemetry/packs/codec.ts'

const STEP_MS = 10_000
const FIRST_HOUR = 7
const METRES_E7 = 1e7 / 111_320
const EPOCH_2000_MS = 946_684_800_000
const HOUR_MS = 3_600_000
/** Average number of fixes between crossings, and between stops of some minutes. */
const CROSSING = 40
const STOP = 250
const STOP_FIXES = 30

/** Numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The days of a vehicle, one after the other: each call makes the next one, from its first moment (epoch ms) on. */
export function roads(seed: number, fixes: number): (dayBegin: number) => PositionColumns {
  const random = chance(seed * 7_919 + 17)
  let latitude = 451_000_000 + Math.round(random() * 6_000_000)
  let longitude = 88_000_000 + Math.round(random() * 14_000_000)
  const home = { latitude, longitude }
  return dayBegin => {
    let [direction, speed, standing] = [Math.floor(random() * 360), 0, 0]
    const day: PositionColumns = {
      micros: new Float64Array(fixes),
      seq: new Int16Array(fixes),
      nulls: new Uint8Array(fixes),
      latitude_e7: new Int32Array(fixes),
      longitude_e7: new Int32Array(fixes),
      altitude: new Int32Array(fixes).fill(120),
      direction: new Int32Array(fixes),
      speed: new Int32Array(fixes),
      satellites: new Int32Array(fixes).fill(12),
      io: Array<null>(fixes).fill(null),
    }
    for (let i = 0; i < fixes; i++) {
      if (standing > 0) standing--
      else if (random() < 1 / STOP) standing = STOP_FIXES
      speed = standing > 0 ? 0 : Math.max(20, Math.min(110, speed + (random() - 0.45) * 12))
      const isCrossing = random() < 1 / CROSSING
      direction += isCrossing ? (random() - 0.5) * 160 : (random() - 0.5) * 6
      // A vehicle that is far from home turns towards it.
      if (Math.hypot(latitude - home.latitude, longitude - home.longitude) > 7_000_000)
        direction =
          (Math.atan2(home.longitude - longitude, home.latitude - latitude) * 180) / Math.PI
      const metres = (speed / 3.6) * (STEP_MS / 1_000)
      const radians = (direction * Math.PI) / 180
      latitude += Math.round(Math.cos(radians) * metres * METRES_E7)
      longitude += Math.round(Math.sin(radians) * metres * METRES_E7 * 1.4)
      day.micros[i] = (dayBegin + FIRST_HOUR * HOUR_MS + i * STEP_MS - EPOCH_2000_MS) * 1_000
      day.latitude_e7[i] = latitude
      day.longitude_e7[i] = longitude
      day.direction[i] = ((Math.round(direction) % 360) + 360) % 360
      day.speed[i] = Math.round(speed)
    }
    return day
  }
}

// A vehicle of the benches that drives through northern Italy and rests from time to time.

const METRES_E7 = 1e7 / 111_320

export class MovingVehicle {
  readonly step: number
  at: number
  latitude_e7: number
  longitude_e7: number
  heading: number
  speed = 0
  /** The odometer, metres. */
  metres: number
  moving: boolean
  /** Milliseconds since it stopped. */
  rested = 0
  #cruise: number
  /** Milliseconds until it stops or continues. */
  #left: number
  readonly #chance: () => number

  constructor(from: number, step: number, chance: () => number) {
    this.step = step
    this.#chance = chance
    this.at = from - step
    this.latitude_e7 = 443_000_000 + Math.floor(chance() * 16_000_000)
    this.longitude_e7 = 80_000_000 + Math.floor(chance() * 38_000_000)
    this.heading = chance() * 360
    this.#cruise = 40 + chance() * 45
    this.metres = Math.floor(chance() * 400_000_000)
    this.moving = chance() < 0.8
    this.#left = (this.moving ? 1_800_000 : 420_000) * chance()
  }

  /** Moves by one step. */
  drive(): void {
    this.at += this.step
    this.#left -= this.step
    if (this.#left <= 0) this.#stopOrGoOn()
    if (!this.moving) {
      this.rested += this.step
      this.speed = 0
      return
    }
    const chance = this.#chance
    const most = this.#cruise > 90 ? 115 : 88
    const wanted = this.speed + (this.#cruise - this.speed) * 0.4 + (chance() - 0.5) * 10
    this.speed = Math.max(6, Math.min(wanted, most))
    this.heading = (this.heading + (chance() - 0.5) * 24 + 360) % 360
    if (this.#isOutside()) this.#turnBack()
    const way = (this.speed / 3_600) * this.step
    const radians = (this.heading * Math.PI) / 180
    this.metres += Math.round(way)
    this.latitude_e7 += Math.round(way * METRES_E7 * Math.cos(radians))
    this.longitude_e7 += Math.round(way * METRES_E7 * 1.42 * Math.sin(radians))
  }

  #stopOrGoOn(): void {
    const chance = this.#chance
    this.moving = !this.moving
    this.#left = (this.moving ? 1_500_000 : 360_000) * (0.7 + chance() * 0.9)
    this.rested = 0
    // One drive in twenty is too fast for a truck.
    this.#cruise = chance() < 0.05 ? 105 : 40 + chance() * 45
  }

  #isOutside(): boolean {
    return (
      this.latitude_e7 < 441_000_000 ||
      this.latitude_e7 > 462_000_000 ||
      this.longitude_e7 < 75_000_000 ||
      this.longitude_e7 > 122_000_000
    )
  }

  #turnBack(): void {
    this.heading =
      ((Math.atan2(100_000_000 - this.longitude_e7, 451_000_000 - this.latitude_e7) * 180) /
        Math.PI +
        360) %
      360
  }
}

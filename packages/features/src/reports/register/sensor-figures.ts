// The figures of each sensor in a part of a period: extremes, means, minutes outside, completeness. Pure; all screens and papers show these figures. Times are epoch ms, values °C.
import { type Sensor, sensors } from '../../services/eyecold/rules.ts'
import { agingRate, temperatureOfRate } from './mean-kinetic.ts'
import { MAX_WEIGHT_MS, type Point, placesWithin, type Stretch, type Timeline } from './timeline.ts'

export interface Extreme {
  readonly value: number
  readonly at: number
  readonly registered: boolean
}
export interface Figures {
  readonly sensor: Sensor
  readonly min: Extreme
  readonly max: Extreme
  /** Weighted by time, with two decimals. */
  readonly average: number
  /** The mean kinetic temperature, weighted by time, with two decimals. */
  readonly mean_kinetic: number
  /** The number of readings that were taken in the time. */
  readonly readings: number
  /** How long the sensor was beyond its limits, ms. */
  readonly outside: number
  /** How much of the time since the first device is covered by readings, in percent with one decimal. It is 100 only where nothing is missing. */
  readonly completeness: number
}

const overlap = (a: Stretch, from: number, to: number): number =>
  Math.max(0, Math.min(a.to, to) - Math.max(a.from, from))
/**
 * A reading as an extreme of a time. One that held already when the time began is told at its begin.
 * @param from the begin of the time
 */
export const extremeOf = ({ value, at, registered }: Point, from: number): Extreme => ({
  value,
  at: Math.max(at, from),
  registered,
})

/**
 * The figures of a part of the time, one for each sensor that measured something in it.
 * @param timelines of the parts that may be seen, in order
 * @param part both ends count, as those of a period: a reading at midnight is the last of one day and the first of the next; default: everything
 */
export function figuresOf(timelines: readonly Timeline[], part?: Stretch): Figures[] {
  return sensors.flatMap(sensor => {
    let [min, max]: [Extreme | null, Extreme | null] = [null, null]
    let [count, outside, total, silent] = [0, 0, 0, 0]
    const means = new Means()
    for (const timeline of timelines) {
      const { period, since, sensors: lines } = timeline
      const [from, to] = [
        Math.max(period.from, part?.from ?? period.from),
        Math.min(period.to, part?.to ?? period.to),
      ]
      const last = Math.min(period.last, part?.to ?? period.last)
      const begin = Math.max(from, since)
      total += Math.max(0, to - begin)
      const line = lines.find(l => l.sensor === sensor)
      if (line === undefined) {
        silent += Math.max(0, to - begin)
        continue
      }
      silent += line.gaps.reduce((sum, gap) => sum + overlap(gap, begin, to), 0)
      outside += line.spans.reduce(
        (sum, span) => sum + ((span.beyond ?? 0) > 0 ? overlap(span, from, to) : 0),
        0,
      )
      const { first, end } = placesWithin(timeline, line.points, from, last)
      for (let i = first; i < end; i++) {
        const point = line.points[i] as Point
        const holdsUntil = Math.min(
          line.points[i + 1]?.at ?? Number.POSITIVE_INFINITY,
          point.at + MAX_WEIGHT_MS,
        )
        const share = overlap({ from: point.at, to: holdsUntil }, from, to)
        means.hold(point.value, share)
        if (point.at >= from) {
          count++
          means.read(point.value)
        }
        if (min === null || point.value < min.value) min = extremeOf(point, from)
        if (max === null || point.value > max.value) max = extremeOf(point, from)
      }
    }
    if (min === null || max === null || count === 0) return []
    return [
      {
        sensor,
        min,
        max,
        ...means.values(),
        readings: count,
        outside,
        completeness: percentOf(total - silent, total),
      },
    ]
  })
}
const twoDecimals = (value: number): number => Math.round(value * 100) / 100

/** The means of a sensor: each reading weighs as long as it holds. */
class Means {
  #weight = 0
  #sum = 0
  #rate = 0
  #count = 0
  #plainSum = 0
  #plainRate = 0

  /** A value that held for a time, ms. */
  hold(value: number, duration: number): void {
    this.#weight += duration
    this.#sum += value * duration
    this.#rate += agingRate(value) * duration
  }
  /** Counts a reading even without weight, such as one at the very end of the time. */
  read(value: number): void {
    this.#count++
    this.#plainSum += value
    this.#plainRate += agingRate(value)
  }
  values(): Pick<Figures, 'average' | 'mean_kinetic'> {
    const [sum, rate, weight] =
      this.#weight > 0
        ? [this.#sum, this.#rate, this.#weight]
        : [this.#plainSum, this.#plainRate, this.#count]
    return {
      average: twoDecimals(sum / weight),
      mean_kinetic: twoDecimals(temperatureOfRate(rate / weight)),
    }
  }
}

/** The only place that rounds percentages, so that all pages show the same; 100 is shown only where nothing is missing. */
const percentOf = (part: number, total: number): number =>
  total <= 0 ? 0 : part >= total ? 100 : Math.floor((1_000 * part) / total) / 10

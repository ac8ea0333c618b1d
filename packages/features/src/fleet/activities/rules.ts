// Derives activities from the cards that devices read, for all vehicles and drivers of a customer together and in any order of arrival. An entered activity
// always wins: no derived activity begins within it, and a derived one ends where it begins.
import { groupBy } from '@flotta/core/group-by.ts'

export interface Activity {
  readonly vehicle_id: number
  readonly driver_id: number
  readonly from: number
  /** null: it has not ended. */
  readonly to: number | null
}
export interface Identification {
  readonly vehicle_id: number
  readonly at: number
  /** null: the card belongs to no known driver, but it ends the driving of the former one. */
  readonly driver_id: number | null
}

/**
 * @param open derived activities that were still in progress before these identifications
 * @param enteredActivities activities that people entered, of that time and later
 * @returns `open` with their ends, and the activities that followed
 */
export function activitiesFrom(
  identifications: readonly Identification[],
  open: readonly Omit<Activity, 'to'>[],
  enteredActivities: readonly Activity[],
): Activity[] {
  const finishedActivities: Activity[] = []
  const ofVehicle = new Map<number, Omit<Activity, 'to'>>()
  const ofDriver = new Map<number, Omit<Activity, 'to'>>()
  const begin = (activity: Omit<Activity, 'to'>) => {
    ofVehicle.set(activity.vehicle_id, activity)
    ofDriver.set(activity.driver_id, activity)
  }
  const end = (activity: Omit<Activity, 'to'> | undefined, at: number) => {
    if (activity === undefined) return
    ofVehicle.delete(activity.vehicle_id)
    ofDriver.delete(activity.driver_id)
    if (at > activity.from) finishedActivities.push({ ...activity, to: at })
  }
  for (const activity of open) begin(activity)
  const [enteredOfVehicle, enteredOfDriver] = [
    groupBy(enteredActivities, e => e.vehicle_id),
    groupBy(enteredActivities, e => e.driver_id),
  ]
  const covers = (activities: readonly Activity[] | undefined, at: number) =>
    activities?.some(e => e.from <= at && (e.to === null || at < e.to)) === true

  const moments = [
    ...enteredActivities.map(entry => ({ at: entry.from, entry, identified: null })),
    ...identifications.map(identification => ({
      at: identification.at,
      entry: null,
      identified: identification,
    })),
  ].sort(
    (a, b) =>
      a.at - b.at ||
      Number(a.entry === null) - Number(b.entry === null) ||
      (a.identified?.vehicle_id ?? 0) - (b.identified?.vehicle_id ?? 0),
  )
  for (const { at, entry, identified: identification } of moments) {
    if (entry !== null) {
      end(ofVehicle.get(entry.vehicle_id), at)
      end(ofDriver.get(entry.driver_id), at)
      continue
    }
    const { vehicle_id, driver_id } = identification
    if (covers(enteredOfVehicle.get(vehicle_id), at)) continue
    const here = ofVehicle.get(vehicle_id)
    // the same driver again: the activity continues
    if (here !== undefined && here.driver_id === driver_id) continue
    end(here, at)
    if (driver_id === null || covers(enteredOfDriver.get(driver_id), at)) continue
    end(ofDriver.get(driver_id), at)
    begin({ vehicle_id, driver_id, from: at })
  }
  return [
    ...finishedActivities,
    ...[...ofVehicle.values()].map(activity => ({ ...activity, to: null })),
  ].sort((a, b) => a.from - b.from || a.vehicle_id - b.vehicle_id)
}

/** The driver who drove most of a period (epoch ms), by activities as the API answers them; null: no driver is known. */
export function driverDuring(
  activities: readonly {
    readonly period_from: string
    readonly period_to: string | null
    readonly driver: { readonly name: string; readonly surname: string }
  }[],
  from: number,
  to: number,
): string | null {
  let [longest, name]: [number, string | null] = [-1, null]
  for (const { period_from, period_to, driver } of activities) {
    const overlap =
      Math.min(to, period_to === null ? to : Date.parse(period_to)) -
      Math.max(from, Date.parse(period_from))
    if (overlap < 0 || overlap <= longest) continue
    longest = overlap
    name = `${driver.name} ${driver.surname}`
  }
  return name
}

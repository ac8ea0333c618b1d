// How long the data of a customer are kept, and when they are deleted.
import type { DataClass } from './kinds.ts'
import { addMonths, dayOf, dayOfText, dayText, startOfDay } from './time.ts'

/** The customer's term for the class, else its term for all data, else the installation's. */
export function retentionMonths(
  configurations: Readonly<Record<string, string>>,
  dataClass: DataClass,
  usual: number,
): number {
  const setting = configurations[`retention_${dataClass}_months`] ?? configurations.retention_months
  const months = Number(setting)
  return setting === undefined || !Number.isInteger(months) || months < 1 ? usual : months
}

/** The oldest moment that is kept: the begin of the UTC day this many months ago, epoch ms. */
export const retentionStart = (now: number, months: number): number =>
  startOfDay(dayOfText(addMonths(dayText(dayOf(now)), -months)))

// Decimals of the numbers in reports, the same in files and in the viewer. A format that is not listed here is not a number.
export const decimals = {
  count: 0,
  km: 0,
  trip_km: 1,
  kmh: 0,
  litres: 1,
  celsius: 1,
  volts: 1,
  percent: 1,
  bar: 1,
  kg: 0,
  hours: 1,
  money: 2,
  degrees: 0,
  latitude: 6,
  longitude: 6,
} as const
export type NumberFormat = keyof typeof decimals
export const isNumberFormat = (format: string): format is NumberFormat =>
  Object.hasOwn(decimals, format)
export const decimalsOf = (format: string): number | null =>
  isNumberFormat(format) ? decimals[format] : null

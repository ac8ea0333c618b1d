// Device types in reports, and their models, whose name is the factory password of a device.

export const models: Readonly<Record<string, string>> = {
  '02': 'gl200',
  '04': 'gv200',
  '06': 'gv300',
  '08': 'gmt100',
  '09': 'gv50',
  '0F': 'gv55',
  '10': 'gv55',
  '11': 'gl500',
  '1A': 'gl300',
  '1F': 'gv500',
  '21': 'gl200',
  '25': 'gv300',
  '27': 'gv300w',
  '28': 'gl300vc',
  '2C': 'gl300w',
  '2D': 'gv500vc',
  '2F': 'gv55',
  '30': 'gl300',
  '31': 'gv65',
  '35': 'gv200',
  '36': 'gv500',
  '38': 'gv65',
  '3F': 'gmt100',
  '40': 'gl500',
  '41': 'gv75w',
  '42': 'gt501',
  '44': 'gl530',
  '45': 'gb100',
  '50': 'gv55w',
  '52': 'gl50',
  '55': 'gl50b',
  '5E': 'gv500map',
  '6E': 'gv310lau',
  BD: 'cv200',
  C2: 'gv600m',
  C3: 'gl320m',
  DC: 'gv600mg',
  DE: 'gl500m',
  DF: 'cv100lg',
  F1: 'gv350m',
  F8: 'gv800w',
  FC: 'gv600w',
  '802003': 'gv600eu',
  '802004': 'gv58ceu',
  '802005': 'gv355ceu',
  '80201E': 'gv30ceu',
}

/** The device type at the beginning of a version with 6 or 10 digits. */
export const deviceTypeOf = (version: string): string =>
  version.slice(0, version.length >= 10 ? 6 : 2).toUpperCase()
/** Number of fields between the place and the battery in reports of small devices, which have no state. */
const batteryFields: Readonly<Record<string, number>> = { gl500m: 3, gl320m: 1 }
export const batteryFieldOf = (deviceType: string): number | undefined =>
  batteryFields[models[deviceType] ?? '']
/** Devices that are not wired to a vehicle. */
export const isPortable = (deviceType: string): boolean =>
  /^g[bl]\d|^gt\d/.test(models[deviceType] ?? '')
/** Types that report inputs and outputs in two fields instead of a state. */
export const hasSplitState = (deviceType: string): boolean => models[deviceType] === 'gv200'

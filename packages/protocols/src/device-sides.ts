// The device sides of all protocols, by name. Teltonika's, which has commands and packets of many records, is separate (`teltonika/device.ts`).
import type { DeviceSide } from './device-side.ts'

const modules = import.meta.glob<DeviceSide>('./[a-z]*/device-side.ts', {
  eager: true,
  import: 'default',
})
/** By the name of the protocol. */
export const deviceSides: ReadonlyMap<string, DeviceSide> = new Map(
  Object.entries(modules).map(([path, side]) => [path.split('/')[1] ?? '', side]),
)

// A device mounted or taken off is news of the vehicle; lists of devices show connections.
import { live } from '@flotta/core/live.ts'
import { devices } from './contract.ts'

export default live({
  tables: { device_mounts: ({ vehicle_id }, streams) => streams.resee(({ sees }) => sees(vehicle_id)) },
  news: { vehicles: [devices.list, devices.all, devices.one], status: [devices.list, devices.all, devices.one] },
})

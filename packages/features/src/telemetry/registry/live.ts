// Mounting or removing a device is reported as a change of the vehicle.
import { live } from '@flotta/core/live.ts'

export default live({
  tables: {
    device_mounts: ({ vehicle_id }, streams) => streams.resee(({ sees }) => sees(vehicle_id)),
  },
})

// A contract is stored with its vehicle: what tells of the vehicle tells of it.
import { live } from '@flotta/core/live.ts'
import { tireRents, vehicleRents } from './contract.ts'

export default live({
  news: { vehicles: [vehicleRents.list, vehicleRents.all, tireRents.list, tireRents.all] },
})

// Writing a contract also changes its vehicle, so changes of vehicles update the contracts.
import { live } from '@flotta/core/live.ts'
import { tireRents, vehicleRents } from './contract.ts'

export default live({
  news: { vehicles: [vehicleRents.list, vehicleRents.all, tireRents.list, tireRents.all] },
})

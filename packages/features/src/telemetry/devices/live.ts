// The lists of devices show which vehicles there are and who is connected.
import { live } from '@flotta/core/live.ts'
import { devices } from './contract.ts'

const reads = [devices.list, devices.all, devices.one]
export default live({ news: { vehicles: reads, status: reads } })

// The lists of devices are read again when vehicles or connections change.
import { live } from '@flotta/core/live.ts'
import { devices } from './contract.ts'

const reads = [devices.list, devices.all, devices.one]
export default live({ news: { vehicles: reads, status: reads } })

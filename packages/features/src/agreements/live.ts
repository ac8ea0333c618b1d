// An agreement opens vehicles and services to its customer, or closes them.
import { live } from '@flotta/core/live.ts'

export default live({ tables: { vehicle_agreements: (change, streams) => streams.resee(({ customer_id }) => customer_id === change.customer_id) } })

// eyeshare: which agreements on a vehicle its owner shares, and with whom.
import { agreement, Sharing } from '../../fleet/agreements/contract.ts'
import { serviceList } from '../contract.ts'

export const data = serviceList(
  'eyeshare/:id',
  { vehicle: 'visible', agreements: [agreement.eyeshare] },
  'The sharing records of a vehicle, the last to end first; guests, who never share on, have none',
  Sharing,
)

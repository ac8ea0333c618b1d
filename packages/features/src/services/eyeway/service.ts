// eyeway: tyres, brakes and load.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyeway: Service = {
  code: 'eyeway',
  agreements: [agreement.eyeway],
  order: 8,
  features: ['active', 'brake', 'tyres', 'overload'],
  dashboard_features: ['brake', 'tyres', 'overload'],
  kinds: ['axle', 'tyre'],
  pages: [{ order: 30 }],
}
export default eyeway

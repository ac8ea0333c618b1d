// eyeshare: agreements given to other companies.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyeshare: Service = {
  code: 'eyeshare',
  agreements: [agreement.eyeshare],
  order: 13,
  features: ['active', 'sub_agreement_ends'],
  dashboard_features: ['sub_agreement_ends'],
  kinds: ['sharing'],
  pages: [{ order: 90, ways: [['/agreements', 'overviews.way.agreements']] }],
}
export default eyeshare

// carbontax: the fuel that the refrigeration unit burns, for the tax.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const carbontax: Service = {
  code: 'carbontax',
  agreements: [agreement.carbontax],
  order: 11,
  features: ['active'],
  dashboard_features: [],
  kinds: ['engine_hours', 'fridge'],
  pages: [{ order: 40 }],
}
export default carbontax

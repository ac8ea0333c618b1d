// eyeservice: maintenance and expenses.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyeservice: Service = {
  code: 'eyeservice',
  agreements: [
    agreement.eyeservice,
    agreement.fridge_service,
    agreement.fgas,
    agreement.recorder,
    agreement.maintenance,
    agreement.expenses,
  ],
  order: 10,
  features: ['active', 'service', 'fgas', 'recorder', 'maintenance'],
  dashboard_features: ['service', 'fgas', 'recorder'],
  kinds: ['service'],
  pages: [
    { order: 80, ways: [['/tcos', 'overviews.way.tcos']] },
    {
      part: { name: 'f-gas', picture: 'flask' },
      order: 100,
      agreements: [agreement.fgas],
      alerts: ['fgas'],
    },
  ],
}
export default eyeservice

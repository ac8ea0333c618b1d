// eyeexample: the purpose of the service, in one sentence.
import type { Service } from '../service.ts'

const eyeexample: Service = {
  code: 'eyeexample',
  agreements: [4],
  order: 20,
  features: ['active'],
  dashboard_features: [],
  kinds: ['example'],
}
export default eyeexample

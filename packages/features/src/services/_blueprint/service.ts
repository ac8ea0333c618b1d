// eyeexample: one sentence of what it is.
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

// eyecold: the refrigeration unit and the temperatures of the load.
import { agreement } from '../../fleet/agreements/contract.ts'
import type { Service } from '../service.ts'

const eyecold: Service = {
  code: 'eyecold',
  agreements: [agreement.eyecold, agreement.fridge],
  order: 3,
  features: [
    'active',
    'cooling_system_off',
    'temperature_out_of_range',
    'setpoint_out_of_range',
    'local_unit_override',
    'cooling_system_alarm',
    'cooling_door_open',
  ],
  dashboard_features: [
    'cooling_system_off',
    'temperature_out_of_range',
    'setpoint_out_of_range',
    'local_unit_override',
    'cooling_system_alarm',
  ],
  kinds: ['temperature', 'fridge', 'command'],
  pages: [
    { order: 10 },
    {
      part: { name: 'eyepharma', picture: 'pill' },
      order: 70,
      alerts: [
        'temperature_out_of_range',
        'setpoint_out_of_range',
        'cooling_system_alarm',
        'cooling_door_open',
      ],
    },
  ],
}
export default eyecold

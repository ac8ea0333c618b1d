// For the tests of all endpoints: a vehicle whose unit takes commands.
import type { Samples } from '../../samples.ts'
import '../../fleet/vehicles/tables.ts'

export const samples: Samples = {
  eyecold: {
    async make({ db }, { customer_id }) {
      const { id } = await db
        .updateTable('vehicles')
        .set({ configurations: JSON.stringify({ eyecold_cmd_enabled: 'true' }) })
        .where('customer_id', '=', customer_id)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'PUT /services/eyecold/:id/setpoint': { compartment: 1, value: -18 },
      'PUT /services/eyecold/:id/mode': { mode: 1 },
      'PUT /services/eyecold/:id/odl_num': { value: 'ODL-1' },
      'PUT /services/eyecold/:id/odl_t1': { value: -18 },
    },
  },
}

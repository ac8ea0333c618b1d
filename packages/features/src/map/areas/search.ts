// Hubs in the global search: by code, name, address and city.
import { searchGroup } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Area } from './contract.ts'

const HubResult = Area.pick({ id: true, color: true, code: true, name: true })

export default searchGroup({
  group: 'hubs',
  row: HubResult,
  async find({ matches, limit, caller, ctx }) {
    const { rows } = await sql<z.infer<typeof HubResult>>`
      select id, color, code, name from hubs
      where customer_id = ${caller.customer_id} and ${matches(sql.ref('code'), sql.ref('name'), sql.ref('address'), sql.ref('city'))}
      order by upper(code) limit ${limit}`.execute(ctx.db)
    return rows
  },
})

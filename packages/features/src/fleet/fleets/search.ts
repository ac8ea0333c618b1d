// Fleets in the global search: by code and description.
import { searchGroup } from '@flotta/platform/search.ts'
import { sql } from 'kysely'
import { Fleet } from './contract.ts'

export default searchGroup({
  group: 'fleets',
  row: Fleet,
  async find({ matches, limit, caller, ctx }) {
    const { rows } = await sql<Fleet>`
      select id, color, code, description from fleets
      where customer_id = ${caller.customer_id} and ${matches(sql.ref('code'), sql.ref('description'))}
      order by upper(code) limit ${limit}`.execute(ctx.db)
    return rows
  },
})

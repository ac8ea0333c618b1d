// The server of eyeshare: shared agreements, and the alert of those that end soon.
import { feature, handle } from '@flotta/platform/feature.ts'
import { sql } from 'kysely'
import { type SharingRow, sharingRecord, sharingsSql } from '../../fleet/agreements/sharing.ts'
import { data } from './contract.ts'
import { jobs } from './jobs.ts'

export default feature({
  jobs,
  handlers: [
    handle(data, async ({ vehicle, caller, ctx }) => {
      const { rows } = await sql<SharingRow>`
        select r.* from (${sharingsSql(caller.customer_id, ctx.now())}) r where r.vehicle_id = ${vehicle.vehicle_id} order by r.active_to desc nulls first, r.id`.execute(
        ctx.db,
      )
      return rows.map(sharingRecord)
    }),
  ],
})

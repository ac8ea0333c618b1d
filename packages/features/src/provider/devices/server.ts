// Serves every tracker of the installation: by calls what the command line does.
import { pageMeta } from '@flotta/core/contract.ts'
import { Problem } from '@flotta/core/problem.ts'
import type { Entity } from '@flotta/platform/entity.ts'
import { type Caller, type Context, feature, handle } from '@flotta/platform/feature.ts'
import { serve, serveBulk } from '@flotta/platform/resource.ts'
import { sql } from 'kysely'
import { lookAsVisitor } from '../../fleet/privacy/visits.ts'
import { intoTrail, recordWrite } from '../../house/installation/trail.ts'
import { wire, wiredDevice } from '../../telemetry/devices/queries.ts'
import { isBeingInstalled, seenOfDevice } from '../../telemetry/registry/checks.ts'
import { unclaimedPage } from '../../telemetry/registry/device-list.ts'
import { configureDevice } from '../../telemetry/registry/device-settings.ts'
import { moveDevice, removeDevice } from '../../telemetry/registry/mounts.ts'
import { createDevice, namedDevice, replaceDevice } from '../../telemetry/registry/queries.ts'
import { filterCondition } from '../filters.ts'
import * as contract from './contract.ts'
import { answerOfRequest, askDevice, askForParameters, setUpOf } from './requests.ts'

interface Row {
  readonly id: number
  readonly identifier: string
  readonly protocol: string
  readonly profile: string
  readonly vehicle_id: number | null
  readonly plate: string | null
  readonly customer_id: number
  readonly unit_code: string | null
  readonly wiring: Record<string, string>
  readonly connected: boolean
  readonly last_seen_at: Date | null
  readonly time_zone: string | null
  readonly networks: string[]
  readonly certificates: string[]
  readonly created_at: Date
}
const rows = sql`
  select d.id, d.imei as identifier, d.protocol, d.profile, m.vehicle_id, v.plate, v.customer_id, d.unit_code, d.wiring, c.last_seen_at, d.time_zone, d.networks, d.certificates, d.created_at,
    c.device_id is not null and c.closed_at is null as connected
  from devices d left join device_mounts m on m.device_id = d.id and m.mounted_to is null
  left join vehicles v on v.id = m.vehicle_id left join connections c on c.device_id = d.id
  where d.deleted_at is null`
const record = ({ last_seen_at, created_at, ...row }: Row) => ({
  last_seen_at: last_seen_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  ...row,
})

const entity: Entity<typeof contract.devices, Row> = {
  trail: intoTrail,
  table: 'devices',
  rows: () => rows,
  record,
  order: sql`r.identifier`,
  only: ({ customer_id, vehicle_id }, { ctx }) => filterCondition({ customer_id, vehicle_id }, ctx),
  all: () =>
    sql`select d.id, d.imei as identifier, m.vehicle_id from devices d left join device_mounts m on m.device_id = d.id and m.mounted_to is null where d.deleted_at is null`,
  async create({ identifier, ...values }, { tx, ctx }) {
    const device = await namedDevice(
      createDevice({ ...ctx, db: tx }, { ...values, imei: identifier }),
    )
    return device.id
  },
  async update(id, { vehicle_id, ...settings }, { tx, ctx }) {
    if (vehicle_id !== undefined) await namedDevice(moveDevice(tx, id, vehicle_id, ctx.now()))
    await configureDevice({ ...ctx, db: tx }, id, settings)
  },
  remove: async (id, { tx, ctx }) => void (await removeDevice({ ...ctx, db: tx }, id)),
}
const { handlers, records } = serve<typeof contract.devices, Row>(contract.devices, entity)

/** The values of inputs belong to the company: whoever installs a device sees them for a day, later a provider needs a visit. */
async function mustMayLook(ctx: Context, device_id: number, { user_id }: Caller): Promise<void> {
  if (await isBeingInstalled(ctx, device_id)) return
  const owner = await sql<
    Pick<Row, 'customer_id'>
  >`select r.customer_id from (${rows}) r where r.id = ${device_id}`.execute(ctx.db)
  const customer_id = owner.rows[0]?.customer_id ?? null
  if (customer_id !== null && !(await lookAsVisitor(ctx, customer_id, user_id)))
    throw new Problem('forbidden', 'devices.wiring.visit_needed')
}

export default feature({
  handlers: [
    ...handlers,
    serveBulk<typeof contract.devices, Row>(contract.bulk, contract.devices, entity),
    handle(contract.unclaimedDevices, async ({ query, ctx }) => {
      const { data, total } = await unclaimedPage(ctx, query)
      return { data, meta: pageMeta(query, total) }
    }),
    handle(contract.check, ({ record: { id }, ctx }) => seenOfDevice(ctx, id)),
    handle(contract.wiring, async ({ record: { id }, caller, ctx }) => {
      await mustMayLook(ctx, id, caller)
      return wiredDevice(ctx, id)
    }),
    handle(contract.setWiring, ({ record: { id }, body, caller, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const wired = await wire({ ...ctx, db: tx }, id, body)
        await recordWrite(tx, { caller, ctx }, 'PUT /provider/devices/:id/wiring', body, id)
        return wired
      }),
    ),
    handle(contract.setUp, ({ record: { id }, ctx }) => setUpOf(ctx, id)),
    handle(contract.readParameters, ({ record: { id }, body, ctx }) =>
      askForParameters(ctx, id, parameters => parameters.read(body.ids)),
    ),
    handle(contract.writeParameters, async ({ record: { id }, body, caller, ctx }) => {
      const answer = await askForParameters(ctx, id, parameters => parameters.write(body.values))
      // A value may be a secret, such as the password for text messages, so the trail contains the ids only.
      await recordWrite(
        ctx.db,
        { caller, ctx },
        'POST /provider/devices/:id/parameters/write',
        { id, ids: body.values.map(value => value.id) },
        id,
      )
      return answer
    }),
    handle(contract.requestDevice, async ({ record: { id }, body, caller, ctx }) => {
      const answer = await askDevice(ctx, id, body)
      await recordWrite(ctx.db, { caller, ctx }, 'POST /provider/devices/:id/requests', body, id)
      return answer
    }),
    handle(contract.parameterAnswer, ({ record: { id }, query, ctx }) =>
      answerOfRequest(ctx, id, query.command_id),
    ),
    handle(contract.replace, ({ record: { id }, body, caller, ctx }) =>
      ctx.db.transaction().execute(async tx => {
        const { identifier, ...family } = body
        const device = await namedDevice(
          replaceDevice({ ...ctx, db: tx }, id, { imei: identifier, ...family }),
        )
        await recordWrite(
          tx,
          { caller, ctx },
          'POST /provider/devices/:id/replace',
          { id, ...body },
          device.id,
        )
        const devices =
          await sql<Row>`select r.* from (${rows}) r where r.id = ${device.id}`.execute(tx)
        return record(devices.rows[0] as Row)
      }),
    ),
  ],
  records,
})

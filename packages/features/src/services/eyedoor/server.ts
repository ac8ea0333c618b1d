// The door panel: the doors now, and every change of them with its place.
import { periodRange } from '@flotta/core/contract.ts'
import { instantOf } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { configurationsOf } from '../../fleet/vehicles/queries.ts'
import {
  lastReading,
  placesAt,
  type ReadingAt,
  readingsOf,
} from '../../telemetry/pipeline/queries.ts'
import * as contract from './contract.ts'
import { door } from './kinds.ts'
import { changesOf, type Doors, ownDoors } from './rules.ts'

const statusOf = ({ at, data }: ReadingAt<Doors>) => ({
  id: String(at),
  message_datetime: instantOf(at),
  ...data,
})

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, ctx }) => {
      const [last, configurations] = await Promise.all([
        lastReading(ctx, vehicle, door),
        configurationsOf(ctx, vehicle),
      ])
      return last && statusOf({ at: last.at, data: ownDoors(last.data, configurations) })
    }),
    handle(contract.history, async ({ vehicle, query, ctx }) => {
      const [readings, configurations] = await Promise.all([
        readingsOf(ctx, vehicle, door, ...periodRange(query), {
          rows: 'changes',
        }),
        configurationsOf(ctx, vehicle),
      ])
      const changes = changesOf(
        readings.map(({ at, data }) => ({ at, data: ownDoors(data, configurations) })),
      )
      const places = await placesAt(
        ctx,
        vehicle,
        changes.map(c => c.at),
      )
      return changes.map((change, i) => ({
        ...statusOf(change),
        latitude: places[i]?.latitude ?? null,
        longitude: places[i]?.longitude ?? null,
      }))
    }),
  ],
})

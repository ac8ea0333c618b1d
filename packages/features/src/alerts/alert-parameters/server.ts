// The endpoints of alert parameters: everybody who sees the alert reads them; the owner sets, resets and tries them.
import { serializedReply } from '@flotta/core/contract.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { answerOf } from '@flotta/platform/queue-answer.ts'
import { requireAreas } from '../incidents/area-faults.ts'
import { storedAreas } from '../incidents/areas.ts'
import { trialTask } from './backtest.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'
import { end, parametersAfter, parametersOf, setParameters, settableOn } from './queries.ts'

export default feature({
  jobs,
  tasks: [trialTask],
  handlers: [
    handle(contract.list, ({ vehicle, language, ctx }) => parametersOf(ctx, language, vehicle)),
    handle(contract.setParameters, async ({ params, vehicle, body, language, ctx }) =>
      setParameters(ctx, language, vehicle, await settableOn(ctx, vehicle, params.alert_id), body),
    ),
    handle(contract.reset, async ({ params, vehicle, ctx }) => {
      await end(ctx.db, vehicle, (await settableOn(ctx, vehicle, params.alert_id)).id, ctx.now())
      return null
    }),
    handle(
      contract.backtest,
      async ({
        params,
        vehicle,
        body: { days, area_ids, hub_ids, poi_ids, ...changes },
        caller: { timezone, user_id },
        http,
        ctx,
      }) => {
        const alert = await settableOn(ctx, vehicle, params.alert_id)
        const { form } = await parametersAfter(ctx.db, vehicle, alert, changes)
        const { vehicle_id, customer_id } = vehicle
        const named = { area_ids, hub_ids, poi_ids }
        await requireAreas(ctx.db, customer_id, [alert], named)
        const areas = storedAreas(alert, named)
        const trial = {
          vehicle_id,
          customer_id,
          alert_id: alert.id,
          form,
          days,
          timezone,
          ...areas,
        }
        return serializedReply<contract.Backtest>(
          await answerOf(ctx, trialTask, trial, { customer_id, user_id, signal: http.aborted }),
        )
      },
    ),
  ],
})

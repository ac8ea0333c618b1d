// The endpoint that makes a link to the tachograph's platform.
import { createHmac } from 'node:crypto'
import { Problem } from '@flotta/core/problem.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { ticketFor } from './queries.ts'
import { signedLink } from './rules.ts'

export default feature({
  handlers: [
    handle(contract.data, async ({ vehicle, caller, language, ctx, http }) => {
      const { FLOTTA_CRONO_URL: platform, FLOTTA_CRONO_SECRET: secret } = ctx.config
      if (platform === undefined || secret === undefined)
        throw new Problem('unavailable', 'crono.failed')
      http.setHeader('cache-control', 'no-store')
      const ticket = await ticketFor(ctx, caller, vehicle, language)
      return {
        url: signedLink(platform, ticket, ctx.now(), text =>
          createHmac('sha256', secret).update(text).digest('hex'),
        ),
      }
    }),
  ],
})

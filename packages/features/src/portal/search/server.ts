// The endpoint of the global search: it asks every group, found by folder.
import { feature, handle } from '@flotta/platform/feature.ts'
import { matcher, type SearchGroup } from '@flotta/platform/search.ts'
import { z } from 'zod'
import * as contract from './contract.ts'

const groups = Object.values(
  import.meta.glob<SearchGroup>('../../[a-z]*/[a-z]*/search.ts', {
    eager: true,
    import: 'default',
  }),
)
/** Most rows of a group. */
const LIMIT = 20

export default feature({
  handlers: [
    handle(contract.search, async ({ body, caller, ctx }) => {
      const request = { matches: matcher(body.query), limit: LIMIT, caller, ctx }
      const results = await Promise.all(
        groups.map(
          async ({ group, row, find }) =>
            [group, { data: z.array(row).parse(await find(request)) }] as const,
        ),
      )
      return contract.SearchResults.parse(Object.fromEntries(results))
    }),
  ],
})

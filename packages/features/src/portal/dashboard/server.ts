// The endpoints of the dashboard.
import { DAY } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { customerCache } from '@flotta/platform/shared.ts'
import { latestNews, newsTitle, newsUrl } from '../news/news.ts'
import { dashboard, toDo } from './contract.ts'
import { figuresOf } from './queries.ts'
import { toDoOf } from './to-do.ts'

/** The increments compare with the figures of so long ago, ms. */
const COMPARED_WITH = 30 * DAY
/** All users of a customer ask for the same figures after the same news. */
const figures = customerCache(1_000, (ctx, { customer_id }) =>
  figuresOf(ctx, customer_id, ctx.now() - COMPARED_WITH),
)

export default feature({
  handlers: [
    handle(dashboard, async ({ caller, language, ctx }) => ({
      ...(await figures(ctx, caller)),
      news: {
        latest: {
          id: latestNews.id,
          title: ctx.say(language, { key: newsTitle(latestNews) }),
          url: newsUrl(latestNews, language),
        },
      },
    })),
    handle(toDo, ({ caller, language, ctx }) => toDoOf(ctx, caller, language)),
  ],
})

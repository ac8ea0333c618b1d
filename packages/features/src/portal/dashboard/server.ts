// The endpoints of the dashboard.
import { DAY, MINUTE } from '@flotta/core/time.ts'
import { feature, handle } from '@flotta/platform/feature.ts'
import { customerCache } from '@flotta/platform/shared.ts'
import { latestNews, newsTitle, newsUrl } from '../news/news.ts'
import { dashboard, toDo, trends } from './contract.ts'
import { figuresOf, trendsOf } from './queries.ts'
import { toDoOf } from './to-do.ts'

/** The increments compare with the figures of this long ago, ms. */
const COMPARED_WITH = 30 * DAY
/** All users of a customer request the same figures after the same event, so they share an answer. */
const figures = customerCache(1_000, (ctx, { customer_id }) =>
  figuresOf(ctx, customer_id, ctx.now() - COMPARED_WITH),
)
/** The past does not change, and the present value is among the figures. */
const trendLines = customerCache(10 * MINUTE, (ctx, { customer_id }) => trendsOf(ctx, customer_id))

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
    handle(trends, ({ caller, ctx }) => trendLines(ctx, caller)),
    handle(toDo, ({ caller, language, ctx }) => toDoOf(ctx, caller, language)),
  ],
})

// Limits of the mails that a company may cause and of the mails that an address gets, so that nobody floods others through our sender. No alert is lost by them.
import { Problem } from '@flotta/core/problem.ts'
import type { Context } from '@flotta/platform/feature.ts'
import { perHour, type Rate } from '@flotta/platform/limits.ts'

type LimitContext = Pick<Context, 'limits' | 'config'>
const perDay = (count: number): Rate => ({ burst: count, every_ms: 86_400_000 / count })
/** Invitations and confirmations to one address, where nobody asked for them. */
const UNREQUESTED_RATE = perDay(5)
/** Alerts may use ten times the limit of other mails. */
const ALERT_FACTOR = 10

interface Charge {
  readonly key: string
  readonly rate: Rate
  readonly cost: number
}
/**
 * Charges all of the limits or none.
 * @returns seconds to wait; 0: charged
 */
async function takeAll({ limits }: LimitContext, shares: readonly Charge[]): Promise<number> {
  const charges: Charge[] = []
  for (const share of shares) {
    const wait = await limits.take(share.key, share.rate, share.cost)
    if (wait === 0) {
      charges.push(share)
      continue
    }
    for (const { key, rate, cost } of charges) await limits.give(key, rate, cost)
    return wait
  }
  return 0
}
const companyCharge = ({ config }: LimitContext, customer_id: number, cost: number): Charge => ({
  key: `mails ${customer_id}`,
  rate: perHour(config.FLOTTA_MAILS_PER_COMPANY),
  cost: Math.min(cost, config.FLOTTA_MAILS_PER_COMPANY),
})

/** Charges the limits for a mail that its recipient did not ask for: an invitation, or the question whether an address is theirs. Throws `too_many`. */
export async function mayMail(
  ctx: LimitContext,
  customer_id: number,
  address: string,
): Promise<void> {
  const wait = await takeAll(ctx, [
    companyCharge(ctx, customer_id, 1),
    { key: `unasked mails ${address.toLowerCase()}`, rate: UNREQUESTED_RATE, cost: 1 },
  ])
  if (wait > 0)
    throw new Problem(
      'too_many',
      { key: 'mails.limit', values: { count: Math.ceil(wait / 60) } },
      {},
      wait,
    )
}

/**
 * Charges the limits for a report that goes to some addresses, one mail to each.
 * @returns seconds until the mails may go; 0: now
 */
export const mayMailReports = (
  ctx: LimitContext,
  customer_id: number,
  addresses: readonly string[],
): Promise<number> =>
  takeAll(ctx, [
    companyCharge(ctx, customer_id, addresses.length),
    ...addresses.map(address => ({
      key: `mails to ${address.toLowerCase()}`,
      rate: perDay(ctx.config.FLOTTA_MAILS_PER_ADDRESS),
      cost: 1,
    })),
  ])

/**
 * Charges the limits for mails that report a company's alerts to an address.
 * @returns seconds until the mails may go; 0: now
 */
export const mayMailAlerts = (
  ctx: LimitContext,
  customer_id: number,
  address: string,
  count: number,
): Promise<number> =>
  takeAll(ctx, [
    {
      key: `alert mails ${customer_id}`,
      rate: perHour(ALERT_FACTOR * ctx.config.FLOTTA_MAILS_PER_COMPANY),
      cost: count,
    },
    {
      key: `alert mails ${customer_id} to ${address.toLowerCase()}`,
      rate: perDay(ctx.config.FLOTTA_MAILS_PER_ADDRESS),
      cost: count,
    },
  ])

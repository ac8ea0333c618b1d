// Makes a receipt: the register of a period with a signature.

import { invalid, Problem } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { Caller, Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { registerOf, signReceipt } from '../register/queries.ts'
import type { Receipt } from './contract.ts'
import { isTooLong } from './period.ts'
import { printVehicle, receiptCompany } from './queries.ts'

export async function receiptOf(
  ctx: Context,
  caller: Pick<Caller, 'customer_id' | 'user_id' | 'timezone'>,
  vehicle: VisibleVehicle,
  span: { readonly from: string; readonly to: string },
): Promise<Receipt> {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)]
  if (isTooLong({ from, to }, caller.timezone)) throw invalid({ to: 'printing.period.five_days' })
  if (from > ctx.now()) throw invalid({ from: 'printing.period.future' })
  const extract = await registerOf(ctx, vehicle, from, to)
  if (extract === null) throw new Problem('forbidden', 'printing.no_register')
  const [{ code, short_code, url, issued_at }, company, named] = await Promise.all([
    signReceipt(ctx, caller, vehicle, extract),
    receiptCompany(ctx, caller.customer_id),
    printVehicle(ctx, caller.customer_id, vehicle),
  ])
  return {
    company,
    vehicle: named,
    period_from: instantOf(extract.from),
    period_to: instantOf(extract.to),
    timezone: caller.timezone,
    issued_at: instantOf(issued_at),
    ...extract.register,
    code,
    short_code,
    url,
  }
}

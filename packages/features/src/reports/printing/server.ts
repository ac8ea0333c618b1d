// The endpoints of the printing area: finding a vehicle, and its receipt.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'
import { receiptPdf } from './pdf.ts'
import { findVehicles } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { parseCode } from './rules.ts'

export default feature({
  handlers: [
    handle(contract.findPrintVehicles, ({ query, caller, ctx }) =>
      findVehicles(ctx, caller, parseCode(query.code)),
    ),
    handle(contract.printReceipt, ({ vehicle, query, caller, ctx }) =>
      receiptOf(ctx, caller, vehicle, query),
    ),
    handle(contract.printReceiptPdf, async ({ vehicle, query, caller, language, ctx }) => {
      const receipt = await receiptOf(ctx, caller, vehicle, query)
      const bytes = await receiptPdf(receipt, query.paper, language, (key, values = {}) =>
        ctx.say(language, { key, values }),
      )
      return { type: 'application/pdf', bytes, max_age: 0 }
    }),
  ],
})

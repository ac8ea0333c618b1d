// The catalogue of agreements.
import { feature, handle } from '@flotta/platform/feature.ts'
import * as contract from './contract.ts'

export default feature({
  handlers: [handle(contract.all, () => Object.entries(contract.agreements).map(([id, code]) => ({ id: Number(id), code })))],
})

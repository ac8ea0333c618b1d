// The endpoints of the power panel.
import { feature } from '@flotta/platform/feature.ts'
import { measureHandlers } from '../measures/queries.ts'
import * as contract from './contract.ts'
import { measures } from './measures.ts'

export default feature({ handlers: measureHandlers(contract, measures) })

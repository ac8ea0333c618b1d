// eyeexample: what its panel shows.
import { measureEndpoints } from '../measures/measures.ts'
import { measures } from './measures.ts'

export const { data, history } = measureEndpoints(measures)

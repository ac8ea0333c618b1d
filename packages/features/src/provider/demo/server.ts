// The demo, once it was closed for ever: its rows go.
import { every, feature } from '@flotta/platform/feature.ts'
import { removeClosedDemo } from './records.ts'

export default feature({ jobs: [every('remove a closed demo', 5, removeClosedDemo)] })

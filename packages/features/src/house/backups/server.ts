// Backups on the server: it tells how old the last one is.
import { feature } from '@flotta/platform/feature.ts'
import { backupCollectors } from './metrics.ts'

export default feature({ collectors: backupCollectors })

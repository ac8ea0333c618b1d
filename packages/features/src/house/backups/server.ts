// The server's part of the backups: the metric of their age.
import { feature } from '@flotta/platform/feature.ts'
import { backupCollectors } from './figures.ts'

export default feature({ collectors: backupCollectors })

// FMx150: FMB150, FMC150 and FMM150 with a built-in CAN adapter. Their ids are those of the 1xx family (the vendor's pages "FMB150/FMC150/FMM150
// Teltonika Data Sending Parameters ID").
import type { Profile } from '@flotta/core/protocol.ts'
import { fmb1xx } from './fmb1xx.ts'

export const fmx150: Profile = {
  ...fmb1xx,
  code: 'fmx150',
  name: 'Teltonika FMx150 (FMB150/FMC150/FMM150)',
}

// The product with every kind of reading switched off but the ignition, of which trips are made: what reading, judging and keeping them costs is measured beside it.
import { readings } from '@flotta/features/kinds.ts'
import { ignition } from '@flotta/features/telemetry/pipeline/kinds.ts'

for (const reading of readings)
  if (reading.kind !== ignition.kind) Object.assign(reading, { read: () => null })
await import('../main.ts')

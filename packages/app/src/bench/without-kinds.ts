// Starts the product without all kinds of readings except the ignition, which trips need. The bench compares it with the whole product to measure the cost of readings.
import { readings } from '@flotta/features/kinds.ts'
import { ignition } from '@flotta/features/telemetry/pipeline/kinds.ts'

for (const reading of readings)
  if (reading.kind !== ignition.kind) Object.assign(reading, { read: () => null })
await import('../main.ts')

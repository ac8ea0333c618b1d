// The product without any derivation of alerts, to measure their cost. Tank levels, trips and drivers are derived as usual.
import { derivations } from '@flotta/features/telemetry/pipeline/derivations.ts'

const OTHERS = ['trip', 'driver_card', 'fuel']
for (const derivation of derivations)
  if (!OTHERS.includes(derivation.name)) Object.assign(derivation, { step: () => null })
await import('../main.ts')

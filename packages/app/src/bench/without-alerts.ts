// The product without any derivation of alerts: what these cost is measured beside it. The tank's levels, trips and drivers are derived as ever.
import { derivations } from '@flotta/features/telemetry/pipeline/derivations.ts'

const OTHERS = ['trip', 'driver_card', 'fuel']
for (const derivation of derivations)
  if (!OTHERS.includes(derivation.name)) Object.assign(derivation, { step: () => null })
await import('../main.ts')

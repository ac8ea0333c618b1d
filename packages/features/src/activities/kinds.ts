// Who is at the wheel, as a kind of a vehicle's data: what it says is each customer's own.
import type { Kind } from '@flotta/core/kinds.ts'

export const kinds: readonly Kind[] = [{ kind: 'driver', open: 'everybody' }]

// The types of vehicles, which calls and addresses of screens share.
import { z } from 'zod'

/** M Motrice, P Transpallet, R Rimorchio, S Semirimorchio, V Van, T Trattore, C Centinato, U Autovettura. */
export const VehicleType = z.enum(['M', 'P', 'R', 'S', 'V', 'T', 'C', 'U'])
export type VehicleType = z.infer<typeof VehicleType>
/** Only vehicles of type U have a subtype. */
export const VehicleSubtype = z.enum(['none', 'pickup', 'city_car', 'berlina', 'suv', 'electric'])
export type VehicleSubtype = z.infer<typeof VehicleSubtype>

// Converts a vehicle between its record and its form: every configuration is a field of its own, so that two people can change different ones.
import type { Editable } from '@flotta/ui/resource/card-kind.ts'
import { z } from 'zod'
import { type Parameter, parameters } from '../catalogue.ts'
import { update, type Vehicle, VehicleForm, vehicleById } from '../contract.ts'
import type { VehicleType } from '../values.ts'

/** The parameters of the form, without those of service panels and of the provider. */
export const formParameters: readonly Parameter[] = parameters.filter(
  p => p.provider !== true && p.panel !== true,
)

/** Vehicles are neither created nor removed here. */
export const vehicleResource = {
  resource: 'vehicles',
  form: VehicleForm,
  one: vehicleById,
  update,
} as const satisfies Editable

export interface VehicleFormValues {
  readonly plate: string
  readonly serial: string
  readonly model: string
  readonly color: string
  readonly vehicle_type: VehicleType
  readonly vehicle_subtype: string
  /** A configuration; empty: its default. */
  readonly [parameter: string]: string | number
}

const optionalField = <T extends z.ZodType>(shape: T) =>
  z.preprocess(v => (v === '' ? undefined : v), shape.optional())
function shapeOf({ shape }: Parameter): z.ZodType {
  if (shape.kind === 'switch') return optionalField(z.enum([shape.on, shape.off]))
  if (shape.kind === 'text') {
    const text = z.string().max(shape.max)
    return optionalField(
      shape.pattern === undefined ? text : text.regex(shape.pattern, 'vehicles.like_example'),
    )
  }
  if (shape.kind === 'day') return optionalField(z.iso.date())
  const { min, max, decimals = 0 } = shape
  const number = decimals === 0 ? z.int() : z.number()
  return z.preprocess(v => (v === '' ? undefined : Number(v)), number.min(min).max(max).optional())
}
const { configurations: _, ...record } = VehicleForm.shape
export const schema = z.object({
  ...record,
  ...Object.fromEntries(formParameters.map(p => [p.parameter, shapeOf(p)])),
})

export const toForm = (vehicle: Vehicle | null): VehicleFormValues => {
  const values = new Map(vehicle?.configurations.map(c => [c.parameter, c.value]))
  return {
    plate: vehicle?.plate ?? '',
    serial: vehicle?.serial ?? '',
    model: vehicle?.model ?? '',
    color: vehicle?.color ?? '',
    vehicle_type: vehicle?.vehicle_type ?? 'T',
    vehicle_subtype: vehicle?.vehicle_subtype ?? '',
    ...Object.fromEntries(
      formParameters.map(({ parameter }) => [parameter, values.get(parameter) ?? '']),
    ),
  }
}
export const toBody = (values: VehicleFormValues): object => ({
  ...Object.fromEntries(Object.keys(record).map(field => [field, values[field]])),
  configurations: formParameters.map(({ parameter }) => ({
    parameter,
    value: String(values[parameter] ?? ''),
  })),
})

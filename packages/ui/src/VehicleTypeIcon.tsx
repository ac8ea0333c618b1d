// The product's own icon of a vehicle type, drawn for 20 px.
import { type VehicleTypeCode, vehicleTypeShapes } from '@flotta/core/vehicle-type-shapes.ts'

/** With `label` it is an image for screen readers; without, it is decoration beside the written type or plate. */
export function VehicleTypeIcon({
  type,
  size = 20,
  label,
}: {
  readonly type: VehicleTypeCode
  readonly size?: number
  readonly label?: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {vehicleTypeShapes[type].map(({ d, filled: isFilled }) => (
        <path key={d} d={d} {...(isFilled === true && { fill: 'currentColor', stroke: 'none' })} />
      ))}
    </svg>
  )
}

// The panels of the services and their pictures, found by folder; a panel is loaded when its tab is first opened.
import { ValuesInterval } from '@flotta/ui/Age.tsx'
import { lazy } from 'react'
import type { Vehicle } from '../fleet/vehicles/contract.ts'
import { intervalOf } from '../fleet/vehicles/rules.ts'
import type { Pin } from '../map/global-map/contract.ts'
import type { Panel } from './panel.tsx'

const codeOf = (path: string): string => path.split('/')[1] ?? ''
const files = import.meta.glob<{ default: Panel }>('./[a-z]*/panel.tsx')
const drawings = import.meta.glob<string>('./[a-z]*/icon.svg', {
  eager: true,
  query: '?raw',
  import: 'default',
})

export const panels: ReadonlyMap<string, React.LazyExoticComponent<Panel>> = new Map(
  Object.entries(files).map(([path, load]) => [codeOf(path), lazy(load)]),
)
const icons: ReadonlyMap<string, string> = new Map(
  Object.entries(drawings).map(([path, drawing]) => [
    codeOf(path),
    `url("data:image/svg+xml,${encodeURIComponent(drawing)}")`,
  ]),
)

export interface ServicePanelProps {
  /** One of `panels`. */
  readonly of: Panel
  readonly vehicle: Vehicle
  /** The vehicle's pin; undefined: not known. */
  readonly pin?: Pin | undefined
}
/**
 * A service's panel. The interval at which a vehicle reports is provided here for all panels, so that values turn old at the same age as on the vehicle's
 * card.
 */
export function ServicePanel({ of: Panel, vehicle, pin }: ServicePanelProps) {
  const { status, ignition } = pin ?? { status: vehicle.status, ignition: undefined }
  return (
    <ValuesInterval
      seconds={intervalOf({ status, ignition, reporting_interval: vehicle.reporting_interval })}
    >
      <Panel vehicle={vehicle} />
    </ValuesInterval>
  )
}

/** Loads a panel before it is opened, when the pointer comes near. */
export const preload = (code: string): void => void files[`./${code}/panel.tsx`]?.()

/** The service's picture in the colour of the text around it. */
export function ServiceIcon({
  code,
  size = 20,
}: {
  readonly code: string
  readonly size?: number
}) {
  return (
    <span
      aria-hidden
      style={{
        display: 'inline-block',
        width: size,
        height: size,
        flex: 'none',
        background: 'currentColor',
        mask: `${icons.get(code) ?? 'none'} center / contain no-repeat`,
      }}
    />
  )
}

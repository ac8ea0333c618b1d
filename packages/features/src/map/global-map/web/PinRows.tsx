// Pins as rows of a list; only those in view are rendered.
import type { useRows } from '@flotta/ui/rows.ts'
import type { ReactNode } from 'react'
import type { Pin } from '../contract.ts'

export interface PinRowsProps {
  readonly rows: ReturnType<typeof useRows>
  readonly pins: readonly Pin[]
  readonly className: string | undefined
  /** CSS pixels; absent: the style sheet sets it. */
  readonly height?: number
  readonly row: (pin: Pin) => ReactNode
}
export const PinRows = ({ rows, pins, className, height, row }: PinRowsProps) => (
  <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
    {rows.getVirtualItems().map(({ index, start }) => {
      const pin = pins[index]
      return pin === undefined ? null : (
        <div
          key={pin.id}
          data-row={index}
          className={className}
          style={{ height, transform: `translateY(${start}px)` }}
        >
          {row(pin)}
        </div>
      )
    })}
  </div>
)

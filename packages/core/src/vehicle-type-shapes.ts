// The shapes of the eight vehicle types, drawn for 20 × 20: one set for the page's icons, the map's pins and the API's pictures.

/** Codes of the vehicle types (general.33): M Motrice, P Transpallet, R Rimorchio, S Semirimorchio, V Van, T Trattore, C Centinato, U Autovettura. */
export type VehicleTypeCode = 'M' | 'P' | 'R' | 'S' | 'V' | 'T' | 'C' | 'U'

export interface Shape {
  /** SVG path data. */
  readonly d: string
  /** The shape is filled instead of drawn as a line of width 1.5. */
  readonly filled?: true
}

const circle = (x: number, radius: number): string =>
  `M${x - radius} 14.4a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
/** Both wheels in one shape, because lists draw hundreds of vehicles at once. */
const wheels = (rear: number, front: number, radius = 1.6): Shape => ({
  d: circle(rear, radius) + circle(front, radius),
  filled: true,
})
const line = (d: string): Shape => ({ d })

export const vehicleTypeShapes: Readonly<Record<VehicleTypeCode, readonly Shape[]>> = {
  M: [line('M2.25 4.75h9.5v8.5h-9.5zM11.75 7.5h3l3 3v2.75h-6'), wheels(5.5, 14.5)],
  C: [
    line('M2.25 4.75h9.5v8.5h-9.5zM11.75 7.5h3l3 3v2.75h-6M5.4 4.75v8.5M8.6 4.75v8.5'),
    wheels(5.5, 14.5),
  ],
  T: [line('M10 4.5h4.5l3 4.25v4.5H2.5v-2.5H10zM10 4.5v6.25M12.5 8.75h5'), wheels(5.5, 14)],
  R: [line('M2.25 5h11.5v8H2.25zM13.75 12.25h4.5'), wheels(5, 11)],
  S: [line('M2.25 5h15.5v7.25H2.25zM15 12.25v3'), wheels(4.8, 8.8)],
  V: [line('M2.25 5.75h9l4 3.75 2.5.75v3H2.25zM11.25 5.75V9.5h4'), wheels(5.5, 14)],
  U: [
    line('M2.25 13.25v-2.75l1.75-.75 2-3.5h6l3 3.5 2.75.75v2.75zM4 9.75h11M9 6.25v3.5'),
    wheels(5.5, 14.25),
  ],
  P: [line('M3 3.75h1.75l1.5 9.25h11.5M8.75 6.25h6.5v6.5h-6.5z'), wheels(6.75, 15.5, 1.3)],
}

/** The picture of a type as an SVG document. */
export const vehicleTypeSvg = (type: VehicleTypeCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 20 20" fill="none" stroke="#000" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">${vehicleTypeShapes[
    type
  ]
    .map(
      ({ d, filled: isFilled }) =>
        `<path d="${d}"${isFilled === true ? ' fill="#000" stroke="none"' : ''}/>`,
    )
    .join('')}</svg>`

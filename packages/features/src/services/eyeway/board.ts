// The board of tyres and brakes: a row for each vehicle with its worst tyre; critical tyres and faulty brakes first.
import { HOUR } from '@flotta/core/time.ts'
import { tireParametersOf } from '../../fleet/vehicles/rules.ts'
import { type Board, figureCell, flagsOf, gravestTone, wordsCell } from '../board.ts'
import { axle, tyre } from './measures.ts'
import {
  type Colour,
  colourOf,
  loadOf,
  mostLoadOf,
  pressureField,
  temperatureField,
  type Wheel,
  wheels,
} from './rules.ts'

const severity: Readonly<Record<Colour, number>> = { green: 0, orange: 1, red: 2 }
const NOTHING = {
  tyre: null,
  side: null,
  pressure: null,
  temperature: null,
  nominal: null,
  colour: null,
  load: null,
  max_load: null,
  brakes: null,
  warning: null,
}
type Tyres = Parameters<typeof colourOf>[0]
type TyreParameters = Parameters<typeof colourOf>[2]

/** The tyre in the worst state; among equal ones the one farthest from its nominal pressure. */
function worstTyre(tyres: Tyres, parameters: TyreParameters) {
  let worst: { wheel: Wheel; colour: Colour; off: number } | null = null
  for (const wheel of wheels) {
    const colour = colourOf(tyres, wheel, parameters)
    if (colour === null) continue
    const pressure = tyres[pressureField(wheel)]
    const off = pressure === null ? 0 : Math.abs(pressure - parameters.nominal_pressure)
    if (
      worst === null ||
      severity[colour] > severity[worst.colour] ||
      (colour === worst.colour && off > worst.off)
    )
      worst = { wheel, colour, off }
  }
  return worst
}

const board: Board = {
  kinds: [axle.kind, tyre.kind],
  parts({ reading, tire_parameters, configurations }) {
    const [axles, tyres] = [reading(axle), reading(tyre)]
    if (axles === null && tyres === null)
      return [{ part: null, at: null, values: NOTHING, risk: -1, tone: null, flags: [] }]
    const parameters = tireParametersOf(tire_parameters)
    const worst = tyres === null ? null : worstTyre(tyres.data, parameters)
    const load = axles === null ? null : loadOf(axles.data)
    const most = mostLoadOf(configurations)
    const isOverloaded = load !== null && load > most
    const brakes = axles?.data.brake_lining_alarm ?? null
    const lamp =
      axles?.data.red_warning === 1 ? 'red' : axles?.data.amber_warning === 1 ? 'amber' : null
    const colour = worst?.colour ?? null
    return [
      {
        part: null,
        at: Math.max(axles?.at ?? 0, tyres?.at ?? 0),
        values: {
          tyre: worst?.wheel.axle ?? null,
          side: worst?.wheel.side ?? null,
          pressure: worst === null ? null : (tyres?.data[pressureField(worst.wheel)] ?? null),
          temperature: worst === null ? null : (tyres?.data[temperatureField(worst.wheel)] ?? null),
          nominal: worst === null ? null : parameters.nominal_pressure,
          colour,
          load,
          max_load: Number.isNaN(most) ? null : most,
          brakes,
          warning: lamp,
        },
        risk:
          (colour === 'red' ? 300 : colour === 'orange' ? 100 : 0) +
          (brakes === 1 ? 350 : 0) +
          (lamp === 'red' ? 250 : lamp === 'amber' ? 80 : 0) +
          (isOverloaded ? 120 : 0) +
          Math.min(50, (worst?.off ?? 0) * 10),
        tone: gravestTone([
          colour === 'red' && 'alarm',
          colour === 'orange' && 'warning',
          brakes === 1 && 'alarm',
          lamp === 'red' && 'alarm',
          lamp === 'amber' && 'warning',
          isOverloaded && 'warning',
        ]),
        flags: flagsOf({
          critical: colour === 'red',
          low: colour === 'orange',
          brakes: brakes === 1,
          overload: isOverloaded,
        }),
      },
    ]
  },
  columns: [
    {
      title: 'eyeway.board.worst',
      cell: ({ tyre: number, side }) =>
        typeof number !== 'number'
          ? null
          : { key: `eyeway.board.at.${side}`, values: { n: number } },
    },
    {
      title: 'eyeway.board.pressure',
      figure: true,
      cell: ({ pressure, colour }) =>
        figureCell(pressure, 'bar', {
          decimals: 1,
          tone: colour === 'red' ? 'alarm' : colour === 'orange' ? 'warning' : undefined,
        }),
    },
    {
      title: 'eyeway.board.nominal',
      figure: true,
      cell: ({ nominal }) => figureCell(nominal, 'bar', { decimals: 1 }),
    },
    {
      title: 'eyeway.board.temperature',
      figure: true,
      cell: ({ temperature }) => figureCell(temperature, '°C'),
    },
    {
      title: 'eyeway.board.load',
      figure: true,
      cell: ({ load, max_load }) =>
        figureCell(load, 'kg', {
          tone:
            typeof load === 'number' && typeof max_load === 'number' && load > max_load
              ? 'warning'
              : undefined,
        }),
    },
    {
      title: 'eyeway.board.brakes',
      cell: ({ brakes, warning }) =>
        brakes === 1
          ? wordsCell('overviews.reading.brakes', 'alarm')
          : warning === 'red'
            ? wordsCell('overviews.reading.red_warning', 'alarm')
            : warning === 'amber'
              ? wordsCell('overviews.reading.amber_warning', 'warning')
              : brakes === 0
                ? wordsCell('eyeway.board.fine')
                : null,
    },
  ],
  filters: [
    { name: 'critical', title: 'eyeway.board.critical', tone: 'alarm' },
    { name: 'low', title: 'eyeway.board.low', tone: 'warning' },
    { name: 'brakes', title: 'eyeway.board.with_brakes', tone: 'alarm' },
    { name: 'overload', title: 'eyeway.board.overload', tone: 'warning' },
  ],
  line: {
    kinds: [tyre.kind],
    title: 'eyeway.board.lowest',
    unit: 'bar',
    decimals: 1,
    holds: HOUR,
    point(data) {
      const row = data[tyre.kind] as Readonly<Record<string, number | null>> | null
      const pressures = wheels.flatMap(wheel => row?.[pressureField(wheel)] ?? [])
      return { value: pressures.length === 0 ? null : Math.min(...pressures) }
    },
  },
}
export default board

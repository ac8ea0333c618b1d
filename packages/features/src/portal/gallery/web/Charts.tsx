// The four charts: small, complete, empty, with gaps, with 45,000 points; over time with tolerance, marks and references.
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { now } from '@flotta/ui/clock.ts'
import { DAY } from '@flotta/ui/range.ts'
import { useMemo } from 'react'
import { ExampleItem, ExampleSection } from './ExampleSection.tsx'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const wave = (size: number, shift: number): number[] =>
  MONTHS.map((_, i) => Math.round(size * (1.2 + Math.sin(i / 1.7 + shift)) * 100) / 100)
const cost = { labels: MONTHS, series: [{ label: 'Cost', values: wave(4_200, 0) }] }
const fleets = {
  labels: MONTHS,
  series: ['Nord', 'Centro', 'Sud', 'Isole'].map((label, i) => ({
    label,
    values: wave(1_000 + i * 300, i),
  })),
}
const kinds = {
  labels: ['Fuel', 'Tyres', 'Service', 'Insurance', 'Tolls'],
  series: [{ label: 'Cost', values: [5_230.4, 1_890, 1_240.75, 980, 410.1] }],
}
const gaps = {
  labels: MONTHS,
  series: [{ label: 'T1', values: wave(10, 1).map((v, i) => (i === 4 || i === 5 ? null : v)) }],
}
const POINTS = 45_000

/** A month of two temperatures, the same with tolerance and four times as many points, and a day of a tank. */
function useLongSeries() {
  const long = useMemo(() => {
    const to = now()
    const from = to - 31 * DAY
    const at = Array.from({ length: POINTS }, (_, i) => from + Math.round((i * 31 * DAY) / POINTS))
    const valuesAround = (base: number, swing: number) =>
      at.map((_, i) =>
        i > 20_000 && i < 22_500
          ? null
          : base + swing * Math.sin(i / 900) + (i % 7) * 0.12 + (i === 33_333 ? 14 : 0),
      )
    return {
      period: { from, to },
      series: [
        { label: 'T1', at, values: valuesAround(-18, 1.5) },
        { label: 'T2', at, values: valuesAround(-20, 0.8) },
      ],
    }
  }, [])
  const tolerance = useMemo(() => {
    const [t1] = long.series
    const at = [long.period.from, long.period.from + 9 * DAY, long.period.from + 20 * DAY]
    const setpoints = [-18, -20, -18]
    return {
      ...long,
      series: [
        {
          ...long.series[0],
          label: 'T1',
          at: t1?.at ?? [],
          values: t1?.values ?? [],
          within: '± 2 °C',
        },
        { label: 'Setpoint', at, values: setpoints, held: true },
      ],
      bands: [
        { label: '± 2 °C', at, low: setpoints.map(v => v - 2), high: setpoints.map(v => v + 2) },
      ],
    }
  }, [long])
  const four = useMemo(
    () => ({
      ...long,
      series: [1, 2, 3, 4].map(n => ({
        ...long.series[n % 2],
        label: `T${n}`,
        at: long.series[0]?.at ?? [],
        values: (long.series[n % 2]?.values ?? []).map(v => (v === null ? null : v + n * 4)),
      })),
    }),
    [long],
  )
  const tank = useMemo(() => {
    const { to } = long.period
    const at = Array.from({ length: 300 }, (_, i) => to - DAY + (i * DAY) / 300)
    return {
      period: { from: to - DAY, to },
      series: [
        {
          label: 'Tank',
          at,
          values: at.map((_, i) =>
            i < 120 ? 60 - i / 8 : i < 220 ? 90 - (i - 120) / 8 : 50 - (i - 220) / 8,
          ),
        },
      ],
      lines: [{ label: 'Low', value: 25 }],
      marks: [
        { at: at[120] ?? 0, label: 'Refuel 45 %' },
        { at: at[220] ?? 0, label: 'Theft 27 %', color: '#D32929', onClick: () => undefined },
      ],
    }
  }, [long])
  return { long, tolerance, four, tank }
}

export function Charts() {
  const { long, tolerance, four, tank } = useLongSeries()
  const day = { ...long, period: { from: long.period.to - DAY, to: long.period.to } }
  return (
    <ExampleSection
      title="Charts"
      says="Each with its table, picture and sheet behind the dots; legends by keyboard; colours by theme."
    >
      <ExampleItem name="Bars" wide>
        <Chart type="bar" label="Cost by month" unit="€" decimals={2} of="Month" data={cost} />
      </ExampleItem>
      <ExampleItem name="Lines" wide>
        <Chart type="line" label="Cost by fleet" unit="€" of="Month" data={fleets} />
      </ExampleItem>
      <ExampleItem name="Bars on one another" wide>
        <Chart type="bar" stacked label="Cost of all fleets" unit="€" of="Month" data={fleets} />
      </ExampleItem>
      <ExampleItem name="A gap" wide>
        <Chart type="line" label="Mean temperature" unit="°C" decimals={1} of="Month" data={gaps} />
      </ExampleItem>
      <ExampleItem name="Doughnut" wide>
        <Chart type="doughnut" label="Cost by type" unit="€" decimals={2} of="Type" data={kinds} />
      </ExampleItem>
      <ExampleItem name="Pie" wide>
        <Chart type="pie" label="Share by type" unit="€" decimals={2} of="Type" data={kinds} />
      </ExampleItem>
      <ExampleItem name="45,000 points, a gap and one peak" wide>
        <Chart type="line" label="Temperatures of 31 days" unit="°C" decimals={1} data={long} />
      </ExampleItem>
      <ExampleItem name="4 × 45,000 points, to zoom" wide>
        <Chart type="line" zoom label="Four temperatures" unit="°C" decimals={1} data={four} />
      </ExampleItem>
      <ExampleItem name="A tolerance around what is set, and what is outside of it" wide>
        <Chart
          type="line"
          zoom
          label="Temperature and setpoint"
          unit="°C"
          decimals={1}
          data={tolerance}
        />
      </ExampleItem>
      <ExampleItem name="Marks to press, a reference, an axis from 0 to 100" wide>
        <Chart type="line" zoom label="Fuel" unit="%" range={[0, 100]} data={tank} />
      </ExampleItem>
      <ExampleItem name="The last day of them" wide>
        <Chart type="line" label="Temperatures of a day" unit="°C" decimals={1} data={day} />
      </ExampleItem>
      <ExampleItem name="Nothing">
        <Chart type="bar" label="Cost of nothing" data={{ labels: MONTHS, series: [] }} />
      </ExampleItem>
      {(['bar', 'line', 'doughnut', 'pie'] as const).map(type => (
        <ExampleItem key={type} name={`Small ${type}`}>
          <Chart
            small
            type={type}
            label="Small"
            data={type === 'doughnut' || type === 'pie' ? kinds : cost}
          />
        </ExampleItem>
      ))}
    </ExampleSection>
  )
}

// The columns of the vehicles' table; those of contracts and messages only where the customer has them.
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Where } from '../../../places/geocoding/web/Where.tsx'
import { dayOrDash } from '../../rents/web/format.ts'
import classes from './details.module.css'
import { Motion, motionKey } from './Motion.tsx'
import type { VehicleRow } from './rows.ts'

type VehicleColumn = Column<VehicleRow>

export function useColumns({
  withRents,
  withFuel,
  withSms,
}: {
  readonly withRents: boolean
  readonly withFuel: boolean
  readonly withSms: boolean
}): readonly VehicleColumn[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const make = columnMakers(t)
    return [
      ...whereabouts(make),
      ...operation(make),
      ...(withFuel ? [fuel(make)] : []),
      fleet(make),
      ...(withRents ? contract(make) : []),
      ...(withSms ? [make.number('sms', v => v.current_month_sms_count ?? null)] : []),
      ...particulars(make),
    ]
  }, [t, withRents, withFuel, withSms])
}

/** Makers of columns by key: any column, one of days, one of numbers. */
function columnMakers(t: TFunction) {
  const column = (
    key: string,
    value: VehicleColumn['value'],
    more: Partial<VehicleColumn> = {},
  ): VehicleColumn => ({ key, label: t(`vehicles.column.${key}`), value, ...more })
  const day = (key: 'rent_start' | 'rent_end') =>
    column(key, v => v.rent?.[key] ?? null, {
      whole: true,
      shown: false,
      written: v => (v.rent === undefined ? null : dayOrDash(v.rent[key])),
    })
  const number = (key: string, value: (row: VehicleRow) => number | null, shown = true) =>
    column(key, value, { end: true, shown, show: v => formatNumber(value(v)) })
  return { word: wordBook(t), column, day, number }
}
type ColumnMakers = ReturnType<typeof columnMakers>

/** Looks up each text once, because its few words are in ten thousand rows, which are measured and sorted by them. */
function wordBook(t: TFunction): (key: string) => string {
  const words = new Map<string, string>()
  return key => {
    const storedWord = words.get(key)
    if (storedWord !== undefined) return storedWord
    const word = t(key)
    words.set(key, word)
    return word
  }
}

const whereabouts = ({ column }: ColumnMakers): VehicleColumn[] => [
  column('plate', v => v.plate, {
    beside: 32,
    show: v => (
      <Link to="/global-map" search={{ v: v.id }} className={classes.plate}>
        <VehicleTypeIcon type={v.vehicle_type} />
        {v.plate}
      </Link>
    ),
  }),
  column('driver', v => v.facts?.driver ?? null, { width: 1.5 }),
  column('place', v => placeOf(v), {
    width: 1.8,
    ownLine: true,
    show: v => (v.facts?.spot === undefined ? '—' : <Where {...v.facts.spot} />),
  }),
  column('contact', v => v.facts?.contact ?? null, {
    width: 1.5,
    written: v => (v.facts?.contact === undefined ? null : formatDateTime(v.facts.contact)),
    show: v =>
      v.facts?.contact === undefined ? '—' : <RelativeTime at={v.facts.contact} every={60} />,
  }),
]

const operation = ({ word, column, number }: ColumnMakers): VehicleColumn[] => [
  column('status', v => (v.status === undefined ? null : word(`ui.status.${v.status}`)), {
    beside: 18,
    selfEvident: true,
    show: v => (v.status === undefined ? '—' : <StatusDot status={v.status} withWord />),
  }),
  column(
    'motion',
    v => (v.motion === undefined ? null : word(motionKey(v.motion.motion, v.motion.since))),
    {
      width: 2.3,
      selfEvident: true,
      show: v =>
        v.motion === undefined ? (
          '—'
        ) : (
          <Motion motion={v.motion.motion} since={v.motion.since} short />
        ),
    },
  ),
  number('km', v => v.counters?.km ?? null),
]

const fuel = ({ column }: ColumnMakers): VehicleColumn =>
  column('fuel', v => v.counters?.fuel ?? null, {
    end: true,
    show: v => formatNumber(v.counters?.fuel ?? null, { unit: '%' }),
  })

const fleet = ({ column }: ColumnMakers): VehicleColumn =>
  column('fleet', v => v.fleet?.code ?? null, {
    beside: 18,
    selfEvident: true,
    show: v =>
      v.fleet === undefined ? (
        '—'
      ) : (
        <span className={classes.marked} title={v.fleet.description}>
          <span className={classes.dot} style={{ background: v.fleet.color }} aria-hidden />
          {v.fleet.code}
        </span>
      ),
  })

/** The columns of the rental contract. */
const contract = ({ column, day, number }: ColumnMakers): VehicleColumn[] => [
  column('renter_name', v => v.rent?.renter_name ?? null, {
    width: 1.3,
    shown: false,
    ownLine: true,
  }),
  day('rent_start'),
  day('rent_end'),
  number('initial_km', v => v.rent?.initial_km_contract ?? null, false),
  number('contracted_km', v => v.rent?.contracted_km ?? null, false),
]

/** The columns of the vehicle's own data. */
const particulars = ({ word, column }: ColumnMakers): VehicleColumn[] => [
  column('model', v => v.model ?? null, { width: 1.2 }),
  column('type', v => word(`vehicles.type.${v.vehicle_type}`), { width: 1.4, shown: false }),
  column(
    'subtype',
    v =>
      v.vehicle_subtype === null || v.vehicle_subtype === 'none'
        ? null
        : word(`vehicles.subtype.${v.vehicle_subtype}`),
    { shown: false },
  ),
  column('serial', v => v.serial, { shown: false }),
  column('color', v => v.color ?? null, {
    shown: false,
    beside: 22,
    show: v =>
      v.color === undefined ? (
        '—'
      ) : (
        <span className={classes.marked}>
          <span className={classes.swatch} style={{ background: v.color }} aria-hidden />
          {v.color}
        </span>
      ),
  }),
  column('unit_code', v => v.unit_code ?? null, { shown: false }),
  column('active', v => word(`vehicles.active.${v.active ?? 2}`), { shown: false }),
]

/** The place for an exported file: coordinates, because names of places are loaded for visible rows only. */
const placeOf = ({ facts }: VehicleRow): string | null =>
  facts?.spot === undefined
    ? null
    : `${facts.spot.latitude.toFixed(5)}, ${facts.spot.longitude.toFixed(5)}`

/** The columns of the view of rental contracts. */
export const rentColumns = [
  'plate',
  'model',
  'renter_name',
  'rent_start',
  'rent_end',
  'initial_km',
  'contracted_km',
  'km',
]

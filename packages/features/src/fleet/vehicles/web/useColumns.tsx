// The columns of the vehicles' table; those of contracts and messages only where the customer has them.
import { StatusDot } from '@flotta/ui/StatusDot.tsx'
import type { Column } from '@flotta/ui/table/DataTable.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { VehicleTypeIcon } from '@flotta/ui/VehicleTypeIcon.tsx'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOrDash } from '../../rents/web/format.ts'
import classes from './details.module.css'
import { Motion } from './Motion.tsx'
import type { VehicleRow } from './rows.ts'

export function useColumns({
  withRents,
  withSms,
}: {
  readonly withRents: boolean
  readonly withSms: boolean
}): readonly Column<VehicleRow>[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const column = (
      key: string,
      value: Column<VehicleRow>['value'],
      more: Partial<Column<VehicleRow>> = {},
    ): Column<VehicleRow> => ({
      key,
      label: t(`vehicles.column.${key}`),
      value,
      ...more,
    })
    const day = (key: 'rent_start' | 'rent_end') =>
      column(key, v => v.rent?.[key] ?? null, {
        whole: true,
        written: v => (v.rent === undefined ? null : dayOrDash(v.rent[key])),
      })
    const number = (key: string, value: (row: VehicleRow) => number | null) =>
      column(key, value, { end: true, show: v => formatNumber(value(v)) })
    return [
      column('plate', v => v.plate, {
        width: 1.6,
        show: v => (
          <Link to="/global-map" search={{ v: v.id }} className={classes.plate}>
            <VehicleTypeIcon type={v.vehicle_type} />
            {v.plate}
          </Link>
        ),
      }),
      column('model', v => v.model ?? null, { width: 1.7 }),
      column('type', v => t(`vehicles.type.${v.vehicle_type}`), { width: 1.4 }),
      column('subtype', v =>
        v.vehicle_subtype === null || v.vehicle_subtype === 'none'
          ? null
          : t(`vehicles.subtype.${v.vehicle_subtype}`),
      ),
      column('fleet', v => v.fleet?.code ?? null, {
        show: v =>
          v.fleet === undefined ? (
            '—'
          ) : (
            <span className={classes.marked} title={v.fleet.description}>
              <span className={classes.dot} style={{ background: v.fleet.color }} aria-hidden />
              {v.fleet.code}
            </span>
          ),
      }),
      column('status', v => (v.status === undefined ? null : t(`ui.status.${v.status}`)), {
        width: 1.3,
        show: v => (v.status === undefined ? '—' : <StatusDot status={v.status} withWord />),
      }),
      column(
        'motion',
        v => (v.motion === undefined ? null : t(`vehicles.motion.${v.motion.motion}`)),
        {
          width: 2,
          show: v =>
            v.motion === undefined ? (
              '—'
            ) : (
              <Motion motion={v.motion.motion} since={v.motion.since} short />
            ),
        },
      ),
      ...(withRents
        ? [
            column('renter_name', v => v.rent?.renter_name ?? null, { width: 1.3 }),
            day('rent_start'),
            day('rent_end'),
            number('initial_km', v => v.rent?.initial_km_contract ?? null),
            number('contracted_km', v => v.rent?.contracted_km ?? null),
          ]
        : []),
      ...(withSms ? [number('sms', v => v.current_month_sms_count ?? null)] : []),
      column('serial', v => v.serial, { shown: false }),
      column('color', v => v.color ?? null, {
        shown: false,
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
      column('active', v => t(`vehicles.active.${v.active ?? 2}`), { shown: false }),
    ]
  }, [t, withRents, withSms])
}

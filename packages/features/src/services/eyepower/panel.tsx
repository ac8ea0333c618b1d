// The power panel: what feeds the vehicle and its tracker, and the voltage over time.
import { query } from '@flotta/ui/api.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { now } from '@flotta/ui/clock.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { tokens } from '@flotta/ui/theme.ts'
import { useComputedColorScheme } from '@mantine/core'
import { IconBattery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { lineOf } from '../web/gaps.ts'
import { HistoryFrame } from '../web/HistoryFrame.tsx'
import { useHistory } from '../web/useHistory.ts'
import { usePeriod } from '../web/usePeriod.ts'
import { data, history } from './contract.ts'
import { VOLTAGE_ALARM_PERCENT, VOLTAGE_WARNING_PERCENT } from './rules.ts'
import { LastPower } from './web/LastPower.tsx'

const PERCENT = [0, 100] as const
const HEIGHT = 220

const EyepowerPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const { range, isOpen, setRange } = usePeriod()
  const {
    series,
    loading,
    error: failed,
    busy,
    retry,
  } = useHistory(history, vehicle.id, { range, isOpen })
  const label = t('eyepower.external_voltage')
  const colors = tokens[useComputedColorScheme('light', { getInitialValueInEffect: false })]
  const drawn = useMemo(
    () => ({
      period: { from: range.from, to: isOpen ? Math.max(range.to, now()) : range.to },
      series: [
        {
          label,
          ...lineOf(
            series,
            p => Date.parse(p.message_datetime),
            p => p.external_voltage_percent,
          ),
        },
      ],
      lines: [
        {
          label: t('eyepower.warning'),
          value: VOLTAGE_WARNING_PERCENT,
          color: colors['--flotta-warning'],
        },
        {
          label: t('eyepower.alarm'),
          value: VOLTAGE_ALARM_PERCENT,
          color: colors['--flotta-alarm'],
        },
      ],
    }),
    [series, range, isOpen, label, colors, t],
  )
  return (
    <>
      {last !== undefined ? (
        <LastPower last={last} />
      ) : error === null ? (
        <SkeletonRows rows={4} />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      <HistoryFrame
        label={t('eyepower.history')}
        reports={[{ types: ['custom'], services: ['eyepower'], vehicle }]}
        range={range}
        onRange={setRange}
        loading={loading}
        error={failed}
        onRetry={retry}
        busy={busy}
        isEmpty={series.every(p => p.external_voltage_percent === null)}
        icon={IconBattery}
      >
        <div className={shared.section}>
          <Chart
            type="line"
            zoom
            titled={false}
            label={t('eyepower.percent')}
            unit="%"
            decimals={0}
            range={PERCENT}
            height={HEIGHT}
            data={drawn}
          />
        </div>
      </HistoryFrame>
    </>
  )
}
export default EyepowerPanel

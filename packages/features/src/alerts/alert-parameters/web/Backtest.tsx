// The result of a trial: how many times, a bar for each day, and each moment with a link to the map.

import { formatDay } from '@flotta/core/time.ts'
import { Chart } from '@flotta/ui/chart/Chart.tsx'
import { formatDateTime, formatDuration } from '@flotta/ui/texts.ts'
import { Button, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backtest as Result } from '../contract.ts'
import classes from './alertparameters.module.css'

/** Moments shown at first; a button shows the others. */
const FIRST = 6
const HEIGHT = 120

export interface BacktestProps {
  readonly vehicle_id: number
  /** The code of the alert, for the mark on the map. */
  readonly code: string
  /** undefined: not tried yet. */
  readonly result: Result | undefined
}
/** The count is in a live region that exists before the trial, so that screen readers announce it. */
export function Backtest({ result, ...of }: BacktestProps) {
  const { t } = useTranslation()
  return (
    <div className={result && classes.result}>
      <div role="status">
        {result !== undefined && (
          <Text fw={600} size="sm">
            {t('alert_parameters.would', { count: result.times, days: result.per_day.length })}
          </Text>
        )}
      </div>
      {result !== undefined && <BacktestResult {...of} result={result} />}
    </div>
  )
}

function BacktestResult({
  vehicle_id,
  code,
  result: { times, per_day, moments },
}: BacktestProps & { readonly result: Result }) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const listed = whole ? moments : moments.slice(0, FIRST)
  const label = t('alert_parameters.per_day')
  return (
    <>
      {times > 0 && (
        <Chart
          type="bar"
          label={label}
          titled={false}
          height={HEIGHT}
          decimals={0}
          of={t('alert_parameters.of_day')}
          data={{
            labels: per_day.map(d => formatDay(d.day).slice(0, 5)),
            series: [{ label, values: per_day.map(d => d.times) }],
          }}
        />
      )}
      <ul aria-label={t('alert_parameters.moments')}>
        {listed.map(({ from, to, latitude, longitude }) => (
          <li key={from}>
            <Link
              to="/global-map"
              search={{
                v: vehicle_id,
                ...(latitude !== null &&
                  longitude !== null && { a: code, lat: latitude, lng: longitude, t: from }),
              }}
              className={classes.moment ?? ''}
            >
              <IconMapPin size={14} stroke={1.75} aria-hidden />
              <span>{formatDateTime(from)}</span>
              <span className={classes.quiet}>
                {to === null
                  ? t('alert_parameters.goes_on')
                  : formatDuration((Date.parse(to) - Date.parse(from)) / 1000)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {moments.length > listed.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('alert_parameters.all_moments', { count: moments.length })}
        </Button>
      )}
    </>
  )
}

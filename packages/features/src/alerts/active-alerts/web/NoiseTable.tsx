// How much noise each alert made in the period, the most frequent first; each leads to the parameters of its loudest vehicle, with the trial open.
import { query } from '@flotta/ui/api.ts'
import { Severity } from '@flotta/ui/Severity.tsx'
import { PlainTable } from '@flotta/ui/table/PlainTable.tsx'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { IconVolumeOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type AlertNoise, noise } from '../../incidents/contract.ts'
import classes from './activealerts.module.css'
import type { AlertsAddress } from './useAlertsAddress.ts'

export function NoiseTable({ address }: { readonly address: AlertsAddress }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...query(noise, { query: address.askedOfNoise }),
    placeholderData: keepPreviousData,
  })
  const share = (part: number, { times }: AlertNoise) =>
    `${formatNumber(part)} (${formatNumber(Math.round((part / times) * 100))} %)`
  return (
    <PlainTable
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      keyOf={row => row.alert_id}
      empty={{
        title: t('incidents.none_then'),
        text: t('incidents.none_then_text'),
        icon: IconVolumeOff,
      }}
      columns={[
        {
          title: t('incidents.kind'),
          cell: row => (
            <span className={classes.kind}>
              <Severity level={row.severity} />
              {row.name}
            </span>
          ),
        },
        { title: t('incidents.noise.times'), cell: row => formatNumber(row.times), end: true },
        {
          title: t('incidents.noise.vehicles'),
          cell: row => formatNumber(row.vehicles),
          end: true,
        },
        { title: t('incidents.noise.median'), cell: row => durationText(row.median_s), end: true },
        { title: t('incidents.noise.total'), cell: row => durationText(row.seconds), end: true },
        { title: t('incidents.noise.brief'), cell: row => share(row.brief, row), end: true },
        {
          title: t('incidents.noise.acknowledged'),
          cell: row => share(row.acknowledged, row),
          end: true,
        },
        { title: t('incidents.noise.loudest'), cell: row => <Loudest noise={row} /> },
      ]}
    />
  )
}

const durationText = (seconds: number): string =>
  seconds < 60 ? `${formatNumber(seconds)} s` : formatDuration(seconds)

/** The vehicle with the most incidents, as a link to its parameters of the alert; for another company's vehicle only the plate. */
function Loudest({ noise: { alert_id, name, loudest } }: { readonly noise: AlertNoise }) {
  const { t } = useTranslation()
  const text = `${loudest.plate} · ${formatNumber(loudest.times)}`
  if (!loudest.owner) return text
  return (
    <Link
      to="/alerts"
      search={{ v: String(loudest.vehicle_id), tune: alert_id }}
      aria-label={t('incidents.noise.tune', { alert: name, plate: loudest.plate })}
    >
      {text}
    </Link>
  )
}

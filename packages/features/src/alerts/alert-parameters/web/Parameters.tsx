// The parameters of a vehicle's alerts, one line each. For users who may change them, a line unfolds to its form. With an `alert_id` only that form is shown.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { hoursText } from '@flotta/ui/hours.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Severity } from '@flotta/ui/Severity.tsx'
import { formatDuration, formatNumber } from '@flotta/ui/texts.ts'
import { Accordion } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { vehicleById } from '../../../fleet/vehicles/contract.ts'
import { type AlertParameters, list, setParameters } from '../contract.ts'
import classes from './alertparameters.module.css'
import { ParametersForm } from './ParametersForm.tsx'

export interface ParametersProps {
  readonly vehicle_id: number
  /** Only the form of this alert, unfolded. */
  readonly alert_id?: number
  /** The alert that is unfolded at first, with its trial. */
  readonly open_alert_id?: number
}
export function Parameters({ vehicle_id, alert_id, open_alert_id }: ParametersProps) {
  const { t } = useTranslation()
  const mayEdit = useMay(setParameters)
  const { data, error, refetch } = useQuery(query(list, { params: { id: vehicle_id } }))
  const { data: vehicle } = useQuery(query(vehicleById, { params: { id: vehicle_id } }))
  const [openAlertId, setOpened] = useState<string | null>(
    open_alert_id === undefined ? null : String(open_alert_id),
  )
  if (data === undefined || vehicle === undefined)
    return (
      <LoadingRows
        error={error}
        onRetry={() => void refetch()}
        rows={alert_id === undefined ? 6 : 3}
      />
    )
  const visibleParameters =
    alert_id === undefined ? data : data.filter(p => p.alert_id === alert_id)
  const settable = mayEdit && vehicle.owned
  const [only] = visibleParameters
  if (only === undefined)
    return (
      <Empty
        icon={IconBellOff}
        title={t('alert_parameters.none')}
        text={t('alert_parameters.none_text')}
      />
    )
  if (alert_id !== undefined && settable)
    return <ParametersForm key={only.changed_at} vehicle_id={vehicle_id} parameters={only} />
  if (!settable)
    return (
      <ul aria-label={t('alert_parameters.title')}>
        {visibleParameters.map(p => (
          <li key={p.alert_id} className={classes.line}>
            <Line parameters={p} />
          </li>
        ))}
      </ul>
    )
  return (
    <Accordion
      value={openAlertId}
      onChange={setOpened}
      order={4}
      styles={{ control: { paddingInline: 0 }, content: { paddingInline: 0 } }}
    >
      {visibleParameters.map(p => (
        <Accordion.Item key={p.alert_id} value={String(p.alert_id)}>
          <Accordion.Control>
            <Line parameters={p} />
          </Accordion.Control>
          <Accordion.Panel>
            {openAlertId === String(p.alert_id) && (
              <ParametersForm
                vehicle_id={vehicle_id}
                parameters={p}
                isTried={p.alert_id === open_alert_id}
              />
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

function Line({ parameters }: { readonly parameters: AlertParameters }) {
  const { t } = useTranslation()
  const { name, severity, active } = parameters
  return (
    <span className={classes.head}>
      <Severity level={severity} />
      <span className={classes.words}>
        <span className={active ? undefined : classes.off}>{name}</span>
        <span className={classes.quiet}>{summaryOf(parameters, t)}</span>
      </span>
    </span>
  )
}

/** The parameters in one line: threshold, dwell, hours. */
function summaryOf(
  { active, threshold, dwell_s, schedule, parked, settable }: AlertParameters,
  t: TFunction,
): string {
  if (!active) return t('alert_parameters.switched_off')
  const limit = threshold ?? settable.threshold?.default ?? null
  const dwell = dwell_s ?? settable.dwell_s?.default ?? 0
  const parts = [
    limit === null
      ? null
      : t('alert_parameters.beyond', {
          value: formatNumber(limit, { ...(limit % 1 !== 0 && { decimals: 1 }) }),
          unit: settable.threshold?.unit ?? '',
        }),
    dwell === 0
      ? t('alert_parameters.at_once')
      : t('alert_parameters.after', {
          duration: dwell < 60 ? `${dwell} s` : formatDuration(dwell),
        }),
    schedule === null ? null : hoursText(schedule, t),
    parked ? null : t('alert_parameters.not_parked'),
  ]
  return parts.filter(part => part !== null).join(' · ')
}

// The power panel: the supply of the vehicle and its tracker, and the voltage over time.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { IconBattery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MeasureHistory, type MeasureLimit } from '../measures/web/MeasureHistory.tsx'
import type { Panel } from '../panel.tsx'
import { data, history } from './contract.ts'
import { measures } from './measures.ts'
import { eyepowerReport } from './report-services.ts'
import { VOLTAGE_ALARM_PERCENT, VOLTAGE_WARNING_PERCENT } from './rules.ts'
import { LastPower } from './web/LastPower.tsx'

const PERCENT = [0, 100] as const
const LIMITS: readonly MeasureLimit[] = [
  { title: 'eyepower.warning', value: VOLTAGE_WARNING_PERCENT, tone: 'warning' },
  { title: 'eyepower.alarm', value: VOLTAGE_ALARM_PERCENT, tone: 'alarm' },
]

const EyepowerPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  return (
    <>
      {last !== undefined ? (
        <LastPower last={last} />
      ) : (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={4} />
      )}
      <MeasureHistory
        vehicle={vehicle}
        endpoint={history}
        field="external_voltage_percent"
        values={measures.values}
        service={eyepowerReport.service}
        label={t('eyepower.history')}
        line="eyepower.external_voltage"
        range={PERCENT}
        limits={LIMITS}
        icon={IconBattery}
      />
    </>
  )
}
export default EyepowerPanel

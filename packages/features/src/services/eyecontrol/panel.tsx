// The panel of remote commands: the last one, and all of a period.
import { query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CommandHistory } from '../commands/web/CommandHistory.tsx'
import { LastCommand } from '../commands/web/LastCommand.tsx'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { usePeriod } from '../web/usePeriod.ts'
import { data, history } from './contract.ts'
import { eyecontrolReport } from './report-services.ts'

const EyecontrolPanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const { data: last, error, refetch } = useQuery(query(data, { params: { id: vehicle.id } }))
  const period = usePeriod()
  return (
    <>
      <div className={shared.section}>
        {last !== undefined ? (
          <LastCommand command={last} />
        ) : (
          <LoadingRows error={error} onRetry={() => void refetch()} rows={3} />
        )}
      </div>
      <CommandHistory
        vehicle={vehicle}
        endpoint={history}
        period={period}
        label={t('eyecontrol.history')}
        service={eyecontrolReport.service}
      />
    </>
  )
}
export default EyecontrolPanel

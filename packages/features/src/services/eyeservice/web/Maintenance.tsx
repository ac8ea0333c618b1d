// The service tab: counters, due dates, the form, and all entries.
import { Stat } from '@flotta/ui/Stat.tsx'
import { formatNumber } from '@flotta/ui/texts.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { ReportButton } from '../../../reports/reports/web/ReportButton.tsx'
import shared from '../../panel.module.css'
import type { Data } from '../contract.ts'
import { eyeserviceReport } from '../report-services.ts'
import type { MaintenanceType } from '../rules.ts'
import { AddMaintenance } from './AddMaintenance.tsx'
import { Dues } from './Dues.tsx'
import { Entries } from './Entries.tsx'
import { useMayWrite } from './useEyeservice.ts'

interface Props {
  readonly vehicle: Vehicle
  readonly data: Data
  /** The types whose agreement is held. */
  readonly types: readonly MaintenanceType[]
}
export function Maintenance({ vehicle, data, types }: Props) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMayWrite(vehicle) && types.length > 0
  return (
    <>
      <Counters data={data} types={types} />
      <Dues data={data} cares={types} />
      {mayWrite && (
        <div className={shared.section}>
          {adding ? (
            <AddMaintenance
              vehicle={vehicle}
              data={data}
              types={types}
              onClose={() => setAdding(false)}
            />
          ) : (
            <Button
              variant="default"
              fullWidth
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {t('eyeservice.add')}
            </Button>
          )}
        </div>
      )}
      <div className={shared.section}>
        <ReportButton
          types={['custom']}
          services={[eyeserviceReport.service]}
          vehicle={vehicle}
          fullWidth
        />
      </div>
      <Entries
        vehicle={vehicle}
        expenses={false}
        label={t('eyeservice.history')}
        icon={IconTool}
        nameOf={entry => t(`eyeservice.type.${entry.type}`)}
        detailOf={entry =>
          [
            entry.subtype,
            entry.km === null ? null : formatNumber(entry.km, { unit: 'km' }),
            entry.hours === null ? null : formatNumber(entry.hours, { unit: 'h' }),
          ]
            .filter(part => part !== null)
            .join(' · ')
        }
      />
    </>
  )
}

/** The hours and kilometres by which maintenance is due. */
function Counters({ data, types }: Pick<Props, 'data' | 'types'>) {
  const { t } = useTranslation()
  const hours = (counter: 'engine' | 'fridge', label: string, value: number | null) =>
    types.some(c => c.hours?.counter === counter) && (
      <Stat label={label} value={value} unit="h" why={t('eyeservice.no_hours')} />
    )
  return (
    <div className={shared.section}>
      <div className={shared.grid}>
        {hours('engine', t('eyeservice.engine_hours'), data.hours)}
        {hours('fridge', t('eyeservice.fridge_hours'), data.fridge_hours)}
        <Stat label={t('eyeservice.km')} value={data.km} unit="km" />
      </div>
    </div>
  )
}

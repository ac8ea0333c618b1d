// The data of the vehicle, and its power where agreement 27 shows it.
import { Stat } from '@flotta/ui/Stat.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { agreement } from '../../../fleet/agreements/contract.ts'
import { isActive } from '../../../fleet/agreements/rules.ts'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { ReportButton } from '../../../reports/reports/web/ReportButton.tsx'
import type { Power } from '../../eyepower/contract.ts'
import shared from '../../panel.module.css'

/** Power is stored when it changes and at least daily; after 25 h it is old, seconds. */
const POWER_INTERVAL = (25 * 3600) / 3

export interface GeneralProps {
  readonly vehicle: Vehicle
  /** null: none received; undefined: loading */
  readonly power: Power | null | undefined
}

export function General({ vehicle, power }: GeneralProps) {
  const { t } = useTranslation()
  const now = useNow(60)
  const withPower = vehicle.active_agreements.some(
    a => a.agreement_id === agreement.eyepower && isActive(a, now),
  )
  const isCar = vehicle.vehicle_type === 'U'
  return (
    <>
      <div className={shared.section}>
        <div className={shared.grid}>
          <Stat label={t('system.plate')} value={vehicle.plate} />
          <Stat label={t('system.model')} value={vehicle.model} />
          {isCar ? (
            <Stat
              label={t('system.unit_code')}
              value={vehicle.unit_code}
              why={t('system.no_unit')}
            />
          ) : (
            <Stat label={t('system.serial')} value={vehicle.serial} />
          )}
          <Stat label={t('system.type')} value={t(`vehicles.type.${vehicle.vehicle_type}`)} />
          {vehicle.vehicle_subtype !== null && vehicle.vehicle_subtype !== 'none' && (
            <Stat
              label={t('system.subtype')}
              value={t(`vehicles.subtype.${vehicle.vehicle_subtype}`)}
            />
          )}
          <Stat
            label={t('system.odometer')}
            value={vehicle.odometer}
            unit="km"
            at={vehicle.odometer === null ? null : vehicle.message_datetime}
          />
        </div>
      </div>
      <div className={shared.section}>
        <ReportButton types={['custom']} vehicle={vehicle} fullWidth />
      </div>
      {withPower && <PowerFigures power={power} />}
    </>
  )
}
function PowerFigures({ power }: Pick<GeneralProps, 'power'>) {
  const { t } = useTranslation()
  const lastMessage = {
    at: power?.message_datetime ?? null,
    interval: POWER_INTERVAL,
    why: t('system.no_power'),
  }
  return (
    <div className={shared.section}>
      <Title order={3} mb="sm">
        {t('system.power')}
      </Title>
      <div className={shared.grid}>
        <Stat
          label={t('system.external_voltage')}
          value={power?.external_voltage}
          unit="V"
          decimals={1}
          {...lastMessage}
        />
        <Stat
          label={t('eyepower.general_status')}
          value={
            power?.general_status == null ? null : t(`eyepower.status.${power.general_status}`)
          }
          {...lastMessage}
        />
        <Stat
          label={t('eyepower.power_mode')}
          value={power?.power_mode == null ? null : t(`eyepower.mode.${power.power_mode}`)}
          {...lastMessage}
        />
        <Stat
          label={t('system.battery_voltage')}
          value={power?.battery_voltage}
          unit="V"
          decimals={1}
          {...lastMessage}
        />
        <Stat
          label={t('system.battery_capacity')}
          value={power?.battery_capacity}
          unit="%"
          {...lastMessage}
        />
      </div>
    </div>
  )
}

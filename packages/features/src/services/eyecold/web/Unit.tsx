// The state of the unit: mode, drive, alarm and hours, with the switch for users with the right.
import { MeasuredAt, MeasuredValues } from '@flotta/ui/Age.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { Alert, Title } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconLock,
  IconPlayerPlay,
  IconPower,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { connectionStatus, type Vehicle } from '../../../fleet/vehicles/contract.ts'
import {
  CommandButton,
  type CommandButtonProps,
  RefusedNotice,
} from '../../commands/web/CommandButton.tsx'
import { CommandFailure } from '../../commands/web/CommandFailure.tsx'
import shared from '../../panel.module.css'
import { type ColdData, type Fridge, setMode, switchOff, switchOn } from '../contract.ts'
import { alarmOf, type FridgeAlarm } from '../rules.ts'
import classes from './eyecold.module.css'
import { PendingWishes } from './PendingWishes.tsx'
import { useAsk, useLocked } from './useAsk.ts'

const alarmIcons: Readonly<Record<FridgeAlarm, TablerIcon>> = {
  none: IconCircleCheck,
  operative: IconAlertTriangle,
  blocked: IconAlertOctagon,
}

interface ColdProps {
  readonly vehicle: Pick<Vehicle, 'id' | 'plate' | 'status'>
  readonly cold: ColdData
}
export function Unit({ vehicle, cold }: ColdProps) {
  const { t } = useTranslation()
  const { fridge, pending } = cold
  const may = useMay(switchOn)
  const wishes = [
    pending.overall_status && t(pending.overall_status.value === 1 ? 'eyecold.on' : 'eyecold.off'),
    pending.operating_mode && t(`eyecold.operating.${pending.operating_mode.value}`),
  ]
  return (
    <section className={shared.section} aria-label={t('eyecold.unit')}>
      <div className={classes.head}>
        <Title order={3}>{t('eyecold.unit')}</Title>
        <span className={shared.quiet}>
          {fridge === null ? t('eyecold.no_unit') : <MeasuredAt at={fridge.message_datetime} />}
        </span>
      </div>
      {fridge !== null && (
        <MeasuredValues at={fridge.message_datetime}>
          <Health fridge={fridge} />
        </MeasuredValues>
      )}
      <PendingWishes wishes={wishes} />
      {may && <Switches vehicle={vehicle} cold={cold} />}
    </section>
  )
}

function AlarmStat({ status }: { readonly status: Fridge['alarm_status'] }) {
  const { t } = useTranslation()
  const alarm = alarmOf(status)
  const Icon = alarm === null ? null : alarmIcons[alarm]
  return (
    <Stat
      label={t('eyecold.alarm_status')}
      value={alarm === null ? null : t(`eyecold.alarm.${alarm}`)}
      why={t('eyecold.not_reported')}
      after={
        Icon !== null && (
          <Icon size={16} aria-hidden className={classes.sign ?? ''} data-alarm={alarm} />
        )
      }
    />
  )
}

interface HoursStatProps {
  readonly label: string
  readonly hours: number | null
}
function HoursStat({ label, hours }: HoursStatProps) {
  const { t } = useTranslation()
  return <Stat label={label} value={hours} unit="h" decimals={0} why={t('eyecold.not_reported')} />
}

function Health({ fridge }: { readonly fridge: Fridge }) {
  const { t } = useTranslation()
  const {
    overall_status,
    operating_mode,
    operating_mode_status,
    engine_status,
    alarm_status,
    hour_meter_electric,
    hour_meter_fuel,
    current_sensor,
  } = fridge
  const why = t('eyecold.not_reported')
  return (
    <div className={shared.grid}>
      <Stat
        label={t('eyecold.overall_status')}
        value={
          overall_status === null ? null : t(overall_status === 1 ? 'eyecold.on' : 'eyecold.off')
        }
        why={why}
      />
      <Stat
        label={t('eyecold.operating_mode')}
        value={
          operating_mode === null ? null : t(`eyecold.operating.${operating_mode === 1 ? 1 : 0}`)
        }
        why={why}
      />
      <Stat
        label={t('eyecold.engine_status')}
        value={engine_status === null ? null : t(`eyecold.engine.${engine_status}`)}
        why={why}
      />
      <AlarmStat status={alarm_status} />
      <HoursStat label={t('eyecold.hour_meter_fuel')} hours={hour_meter_fuel} />
      <HoursStat label={t('eyecold.hour_meter_electric')} hours={hour_meter_electric} />
      {current_sensor !== null && (
        <Stat
          label={t('eyecold.current_sensor')}
          value={t(current_sensor === 1 ? 'eyecold.yes' : 'eyecold.no')}
        />
      )}
      {operating_mode_status !== null && (
        <Stat label={t('eyecold.operating_mode_status')} value={operating_mode_status} />
      )}
    </div>
  )
}

/** Why no command can be sent, and which one failed. */
export function Refusals({ vehicle, cold }: ColdProps) {
  const { t } = useTranslation()
  if (!cold.cmd_enabled)
    return (
      <Alert variant="light" color="gray" mt="sm" icon={<IconLock size={16} aria-hidden />}>
        {t('eyecold.locked')}
      </Alert>
    )
  return (
    <>
      <RefusedNotice
        vehicle={vehicle}
        endpoint={switchOn}
        isOffline={!cold.online || vehicle.status !== connectionStatus.connected}
      />
      <CommandFailure command={cold.last_command} />
    </>
  )
}

/** The switches of the unit, or why none can be used. */
export function Switches({ vehicle, cold }: ColdProps) {
  const { t } = useTranslation()
  const ask = useAsk(vehicle.id)
  const locked = useLocked(cold)
  const { fridge, cmd_enabled } = cold
  if (!cmd_enabled) return <Refusals vehicle={vehicle} cold={cold} />
  const params = { id: vehicle.id }
  const [on, mode] = [fridge?.overall_status ?? null, fridge?.operating_mode ?? null]
  const next = mode === 1 ? 0 : 1
  const toOn: CommandButtonProps = {
    vehicle,
    endpoint: switchOn,
    label: t('eyecold.switch_on'),
    now: on === null ? null : t('eyecold.off'),
    valueText: t('eyecold.on'),
    locked,
    icon: <IconPlayerPlay size={16} aria-hidden />,
    onSend: ask('overall_status', 1, switchOn, { params, body: {} }),
  }
  const toOff: CommandButtonProps = {
    vehicle,
    endpoint: switchOff,
    label: t('eyecold.switch_off'),
    now: on === null ? null : t('eyecold.on'),
    valueText: t('eyecold.off'),
    text: t('eyecold.switch_off_text'),
    color: 'red',
    locked,
    icon: <IconPower size={16} aria-hidden />,
    onSend: ask('overall_status', 0, switchOff, { params, body: {} }),
  }
  return (
    <div className={classes.buttons}>
      <Refusals vehicle={vehicle} cold={cold} />
      {/* One button for both directions, so that it keeps the focus after the unit has followed. */}
      <CommandButton {...(on === 1 ? toOff : toOn)} />
      {on === null && <CommandButton {...toOff} />}
      <CommandButton
        vehicle={vehicle}
        endpoint={setMode}
        label={t(`eyecold.to_operating.${next}`)}
        now={mode === null ? null : t(`eyecold.operating.${mode === 1 ? 1 : 0}`)}
        valueText={t(`eyecold.operating.${next}`)}
        locked={locked}
        onSend={ask('operating_mode', next, setMode, { params, body: { mode: next } })}
      />
    </div>
  )
}

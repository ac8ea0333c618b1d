// The last status: each door of the vehicle, its alarm and siren, and how old the values are.
import { MeasuredAt, MeasuredValues } from '@flotta/ui/Age.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Stat } from '@flotta/ui/Stat.tsx'
import { Title } from '@mantine/core'
import {
  IconBell,
  IconBellRinging,
  IconDoor,
  IconDoorEnter,
  IconDoorOff,
  IconShieldCheck,
  IconShieldOff,
  IconShieldX,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import shared from '../../panel.module.css'
import type { DoorStatus } from '../contract.ts'
import { type ArmedState, armedState, doorNames, sirenState } from '../rules.ts'
import classes from './doors.module.css'

const guards: Readonly<Record<ArmedState, TablerIcon>> = {
  none: IconShieldOff,
  armed: IconShieldCheck,
  active: IconShieldX,
}

/** null: never received */
export function LastDoors({ last }: { readonly last: DoorStatus | null }) {
  const { t } = useTranslation()
  if (last === null)
    return <Empty icon={IconDoorOff} title={t('eyedoor.never')} text={t('eyedoor.never_text')} />
  const doors = doorNames.flatMap((name, i) =>
    last[name] === null ? [] : [{ name, number: i + 1, open: last[name] }],
  )
  const [alarm, siren] = [armedState(last), sirenState(last)]
  return (
    <section className={shared.section} aria-label={t('eyedoor.last')}>
      <div className={classes.head}>
        <Title order={3}>{t('eyedoor.last')}</Title>
        <span className={shared.quiet}>
          <MeasuredAt at={last.message_datetime} />
        </span>
      </div>
      <MeasuredValues at={last.message_datetime}>
        <div className={shared.grid}>
          {doors.map(({ name, number, open }) => (
            <Stat
              key={name}
              label={t('eyedoor.door', { number })}
              value={t(open ? 'eyedoor.open' : 'eyedoor.closed')}
              after={
                <Sign icon={open ? IconDoorEnter : IconDoor} state={open ? 'open' : 'closed'} />
              }
            />
          ))}
          {doors.length === 0 && (
            <Stat label={t('eyedoor.doors')} value={null} why={t('eyedoor.none_wired')} />
          )}
          {alarm !== null && (
            <Stat
              label={t('eyedoor.alarm')}
              value={t(`eyedoor.armed.${alarm}`)}
              after={<Sign icon={guards[alarm]} state={alarm} />}
            />
          )}
          {siren !== null && (
            <Stat
              label={t('eyedoor.siren')}
              value={t(`eyedoor.sounds.${siren}`)}
              after={<Sign icon={siren === 'active' ? IconBellRinging : IconBell} state={siren} />}
            />
          )}
        </div>
      </MeasuredValues>
    </section>
  )
}

function Sign({
  icon: Icon,
  state,
}: {
  readonly icon: TablerIcon
  readonly state: 'open' | 'closed' | ArmedState
}) {
  return (
    <Icon size={18} stroke={1.6} aria-hidden className={classes.sign ?? ''} data-state={state} />
  )
}

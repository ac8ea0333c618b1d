// The state of doors, alarm and siren at a moment, in one line.
import { useTranslation } from 'react-i18next'
import type { DoorStatus } from '../contract.ts'
import { armedState, doorNames } from '../rules.ts'
import classes from './doors.module.css'

export function DoorStates({ doors }: { readonly doors: DoorStatus }) {
  const { t } = useTranslation()
  const wiredDoors = doorNames.flatMap((name, i) =>
    doors[name] === null ? [] : [{ name, number: i + 1, open: doors[name] }],
  )
  const alarm = armedState(doors)
  // More than two do not fit in words.
  const word = wiredDoors.length > 2 ? 'eyedoor.short' : 'eyedoor.door'
  return (
    <span className={classes.states}>
      {wiredDoors.map(({ name, number, open }) => (
        <span key={name} className={classes.state} data-state={open ? 'open' : 'closed'}>
          {t(word, { number })} {t(open ? 'eyedoor.is_open' : 'eyedoor.is_closed')}
        </span>
      ))}
      {wiredDoors.length === 0 && <span className={classes.state}>{t('eyedoor.none_wired')}</span>}
      {(alarm === 'armed' || alarm === 'active') && (
        <span className={classes.state} data-state={alarm}>
          {t('eyedoor.is_armed')}
        </span>
      )}
      {doors.siren === true && (
        <span className={classes.state} data-state="active">
          {t('eyedoor.siren')}
        </span>
      )}
    </span>
  )
}

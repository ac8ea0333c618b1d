// By sound and by the browser's own notices: both off until the person turns them on, and asked for by that press alone.
import { usePreference } from '@flotta/ui/preferences.ts'
import { Switch, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './alerts.module.css'
import { allowSound, playAlarm } from './sound.ts'
import { mayNotify } from './useNewAlerts.ts'

export function AlertPreferences() {
  const { t } = useTranslation()
  const [sound, setSound] = usePreference('alert_sound')
  const [desktop, setDesktop] = usePreference('alert_desktop')
  const [warnings, setWarnings] = usePreference('alert_warnings')
  const [open, setOpen] = useState(false)
  const [refused, setRefused] = useState(false)
  const turnSound = (on: boolean) => {
    setSound(on)
    if (!on) return
    allowSound()
    // as it will be heard
    setTimeout(playAlarm, 100)
  }
  const turnDesktop = async (on: boolean) => {
    if (!on) return setDesktop(false)
    const granted =
      typeof Notification !== 'undefined' &&
      (mayNotify() || (await Notification.requestPermission()) === 'granted')
    setRefused(!granted)
    setDesktop(granted)
  }
  const shown = desktop && mayNotify()
  return (
    <div className={classes.preferences}>
      <button
        type="button"
        className={classes.more}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('incidents.ways')}
        <IconChevronDown size={16} aria-hidden data-open={open || undefined} />
      </button>
      {open && (
        <div className={classes.ways}>
          <Switch
            size="sm"
            label={t('incidents.sound')}
            checked={sound}
            onChange={e => turnSound(e.currentTarget.checked)}
          />
          <Switch
            size="sm"
            label={t('incidents.desktop')}
            checked={shown}
            onChange={e => void turnDesktop(e.currentTarget.checked)}
          />
          {refused && (
            <Text size="xs" c="dimmed" role="status">
              {t('incidents.desktop_refused')}
            </Text>
          )}
          <Switch
            size="sm"
            label={t('incidents.warnings_too')}
            checked={warnings}
            disabled={!sound && !shown}
            onChange={e => setWarnings(e.currentTarget.checked)}
          />
        </div>
      )}
    </div>
  )
}

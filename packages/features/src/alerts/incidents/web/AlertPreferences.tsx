// How alerts are announced: by sound and by notifications of the browser. Both are off until the user turns them on, and only that press asks for the browser's permission.
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
  const ways = useWays()
  const [open, setOpen] = useState(false)
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
      {open && <WaySwitches ways={ways} />}
    </div>
  )
}
/** The switches for the ways of announcing new alerts. */
function useWays() {
  const [sound, setSound] = usePreference('alert_sound')
  const [desktop, setDesktop] = usePreference('alert_desktop')
  const [warnings, setWarnings] = usePreference('alert_warnings')
  const [isRefused, setRefused] = useState(false)
  const turnSound = (on: boolean) => {
    setSound(on)
    if (!on) return
    allowSound()
    // The user hears the alarm sound at once.
    setTimeout(playAlarm, 100)
  }
  const turnDesktop = async (on: boolean) => {
    if (!on) return setDesktop(false)
    const isGranted =
      typeof Notification !== 'undefined' &&
      (mayNotify() || (await Notification.requestPermission()) === 'granted')
    setRefused(!isGranted)
    setDesktop(isGranted)
  }
  return {
    sound,
    turnSound,
    isDesktopOn: desktop && mayNotify(),
    turnDesktop,
    isRefused,
    warnings,
    setWarnings,
  }
}

function WaySwitches({ ways }: { readonly ways: ReturnType<typeof useWays> }) {
  const { t } = useTranslation()
  const { sound, isDesktopOn, warnings } = ways
  return (
    <div className={classes.ways}>
      <Switch
        size="sm"
        label={t('incidents.sound')}
        checked={sound}
        onChange={e => ways.turnSound(e.currentTarget.checked)}
      />
      <Switch
        size="sm"
        label={t('incidents.desktop')}
        checked={isDesktopOn}
        onChange={e => void ways.turnDesktop(e.currentTarget.checked)}
      />
      {ways.isRefused && (
        <Text size="xs" c="dimmed" role="status">
          {t('incidents.desktop_refused')}
        </Text>
      )}
      <Switch
        size="sm"
        label={t('incidents.warnings_too')}
        checked={warnings}
        disabled={!sound && !isDesktopOn}
        onChange={e => ways.setWarnings(e.currentTarget.checked)}
      />
    </div>
  )
}

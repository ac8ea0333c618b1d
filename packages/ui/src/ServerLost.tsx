// The banner that shows since when the server has not answered, or that the page polls for changes. It disappears when the server answers again
// (general.86, general.88).
import { Button } from '@mantine/core'
import { IconCloudOff, IconCloudPause, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ServerLost.module.css'
import { serverConnection, useIsPolling, useServerLostSince } from './server-connection.ts'
import { formatDateTime } from './texts.ts'

/** Always in the page, so that screen readers announce its text when it appears. */
export function ServerLost() {
  const { t } = useTranslation()
  const since = useServerLostSince()
  const isPolling = useIsPolling()
  return (
    <div role="alert" className={classes.place}>
      {since !== null && (
        <div className={classes.banner}>
          <IconCloudOff size={18} aria-hidden />
          <span className={classes.text}>
            {t('ui.line_lost', { time: formatDateTime(since, 'time') })}
          </span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            onClick={serverConnection.again}
          >
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {since === null && isPolling && (
        <div className={classes.banner}>
          <IconCloudPause size={18} aria-hidden />
          <span className={classes.text}>{t('ui.line_paused')}</span>
        </div>
      )}
    </div>
  )
}

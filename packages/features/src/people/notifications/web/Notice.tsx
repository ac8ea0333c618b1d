// One notification: whether it is unread, its message and its time. Unfolded it shows the whole text and the link.

import { BarWords, barRow } from '@flotta/ui/BarList.tsx'
import { Lead } from '@flotta/ui/Lead.tsx'
import lists from '@flotta/ui/list.module.css'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification } from '../contract.ts'
import classes from './notifications.module.css'

export interface NoticeProps {
  readonly notice: Notification
  readonly open: boolean
  readonly onToggle: () => void
  /** Called when the reader follows the link. */
  readonly onFollow?: () => void
  /** Further actions. */
  readonly menu?: ReactNode
}
export function Notice({
  notice: { type, read_at, data },
  open,
  onToggle,
  onFollow,
  menu,
}: NoticeProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.notice} data-unread={read_at === null || undefined}>
      <div className={classes.line}>
        <button type="button" className={barRow} aria-expanded={open} onClick={onToggle}>
          <BarWords
            mark={
              <span className={`${lists.unread} ${classes.mark}`}>
                {read_at === null && <span role="img" aria-label={t('notifications.is_unread')} />}
              </span>
            }
            what={
              <span className={classes.message} data-open={open || undefined}>
                {data.message}
              </span>
            }
            where={
              open ? (
                formatDateTime(data.datetime, 'seconds')
              ) : (
                <RelativeTime at={data.datetime} every={60} />
              )
            }
          />
        </button>
        {menu}
      </div>
      {open && data.url !== undefined && (
        <Lead href={data.url} className={classes.link} {...(onFollow && { onClick: onFollow })}>
          {t(type === 'report' ? 'notifications.open_report' : 'notifications.open')}
        </Lead>
      )}
    </li>
  )
}

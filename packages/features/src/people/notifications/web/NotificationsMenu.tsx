// The notifications dropdown: the inbox's first page; opening one marks it as read.
import { query } from '@flotta/ui/api.ts'
import { BarHead, BarList } from '@flotta/ui/BarList.tsx'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { useReadMarks } from '@flotta/ui/resource/useReadMarks.ts'
import { IconMail } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, type Notification, unreadCount } from '../contract.ts'
import { markableNotifications } from './markable.ts'
import { Notice } from './Notice.tsx'
import classes from './notifications.module.css'

export function NotificationsMenu({ look = 'bar' }: { readonly look?: 'bar' | 'tab' }) {
  const { t } = useTranslation()
  const [notify, setNotify] = usePreference('notify_notifications')
  const inbox = useQuery({ ...query(list, { query: { page: 1 } }), refetchInterval: 60_000 })
  const unread = useQuery({ ...query(unreadCount, {}), refetchInterval: 60_000 })
  const { mark } = useReadMarks(markableNotifications)
  const [openId, setOpenId] = useState<number | null>(null)
  const toggle = (n: Notification) => {
    setOpenId(openId === n.id ? null : n.id)
    if (n.read_at === null) mark(n.id)
  }
  const total = unread.data?.total ?? 0
  const items = inbox.data?.data
  return (
    <BarPanel
      label={t('notifications.title')}
      word={t('notifications.tab')}
      icon={IconMail}
      count={notify ? total : 0}
      countLabel={t('notifications.unread', { count: total })}
      width={400}
      look={look}
    >
      {close => (
        <>
          <BarHead
            title={t('notifications.title')}
            label={t('notifications.notify')}
            checked={notify}
            onChange={setNotify}
          />
          <InboxState inbox={inbox} />
          <BarList>
            {items?.map(n => (
              <Notice
                key={n.id}
                notice={n}
                open={openId === n.id}
                onToggle={() => toggle(n)}
                onFollow={close}
              />
            ))}
          </BarList>
          <Link to="/notifications" className={classes.foot} onClick={close}>
            {t('notifications.see_all')}
          </Link>
        </>
      )}
    </BarPanel>
  )
}
/** Replaces the list while it loads, when it fails, and when it is empty. */
function InboxState({
  inbox: { data, error, refetch },
}: {
  readonly inbox: Pick<
    UseQueryResult<{ readonly data: readonly Notification[] }>,
    'data' | 'error' | 'refetch'
  >
}) {
  const { t } = useTranslation()
  if (data === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={4} height={52} />
  return data.data.length > 0 ? null : (
    <Empty title={t('notifications.none')} text={t('notifications.none_text')} icon={IconMail} />
  )
}

// The notifications dropdown: the inbox's first page; opening one marks it as read.
import { mutation, query } from '@flotta/ui/api.ts'
import { BarHead, BarList, BarWords, barRow } from '@flotta/ui/BarList.tsx'
import { BarPanel } from '@flotta/ui/BarPanel.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { usePreference } from '@flotta/ui/preferences.ts'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Anchor } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, type Notification, read, unreaded } from '../contract.ts'
import classes from './NotificationsMenu.module.css'

export function NotificationsMenu({ look = 'bar' }: { readonly look?: 'bar' | 'tab' }) {
  const { t } = useTranslation()
  const [notify, setNotify] = usePreference('notify_notifications')
  const inbox = useQuery({ ...query(list, { query: { page: 1 } }), refetchInterval: 60_000 })
  const unread = useQuery({ ...query(unreaded, {}), refetchInterval: 60_000 })
  const client = useQueryClient()
  const mark = useMutation({
    ...mutation(read),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: [list.path] }), client.invalidateQueries({ queryKey: [unreaded.path] })]),
  })
  const [openId, setOpenId] = useState<number | null>(null)
  const open = (n: Notification) => {
    setOpenId(openId === n.id ? null : n.id)
    if (n.read_at === null) mark.mutate({ params: { id: n.id } })
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
      {() => (
        <>
          <BarHead title={t('notifications.title')} label={t('notifications.notify')} checked={notify} onChange={setNotify} />
          {items === undefined && inbox.error === null && <SkeletonRows rows={4} height={52} />}
          {items === undefined && inbox.error !== null && <LoadError error={inbox.error} onRetry={() => void inbox.refetch()} />}
          {items?.length === 0 && <Empty title={t('notifications.none')} text={t('notifications.none_text')} icon={IconMail} />}
          <BarList>
            {items?.map(n => (
              <li key={n.id} className={classes.notice} data-unread={n.read_at === null || undefined}>
                <button type="button" className={barRow} aria-expanded={openId === n.id} onClick={() => open(n)}>
                  <BarWords
                    mark={<span className={classes.mark}>{n.read_at === null && <span role="img" aria-label={t('notifications.is_unread')} />}</span>}
                    what={
                      <span className={classes.message} data-open={openId === n.id || undefined}>
                        {n.data.message}
                      </span>
                    }
                    where={openId === n.id ? formatDateTime(n.data.datetime, 'seconds') : <RelativeTime at={n.data.datetime} every={60} />}
                  />
                </button>
                {openId === n.id && n.data.url !== undefined && (
                  <Anchor href={n.data.url} size="sm" className={classes.link ?? ''}>
                    {t('notifications.open')}
                  </Anchor>
                )}
              </li>
            ))}
          </BarList>
        </>
      )}
    </BarPanel>
  )
}

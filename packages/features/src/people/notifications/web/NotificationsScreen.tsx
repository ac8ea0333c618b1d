// The inbox, newest first, page by page. Opening a notification marks it as read, as does its menu; a button marks all of them.

import { query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import lists from '@flotta/ui/list.module.css'
import { MoreButton } from '@flotta/ui/MoreButton.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { useReadMarks } from '@flotta/ui/resource/useReadMarks.ts'
import { useListAddress } from '@flotta/ui/resource/useRecords.ts'
import { Badge, Button, Menu } from '@mantine/core'
import { IconChecks, IconMail, IconMailOpened } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list, type Notification, unreadCount } from '../contract.ts'
import { markableNotifications } from './markable.ts'
import { Notice } from './Notice.tsx'
import classes from './notifications.module.css'

/** Interval at which the first page and the count are read again, ms (notifications.20). */
const AGAIN = 60_000

export default function NotificationsScreen() {
  const { t } = useTranslation()
  const { page, turn } = useListAddress()
  const inbox = useQuery({
    ...query(list, { query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: page === 1 && AGAIN,
  })
  const { mark } = useReadMarks(markableNotifications)
  const [openId, setOpenId] = useState<number | null>(null)
  const toggle = (n: Notification) => {
    setOpenId(openId === n.id ? null : n.id)
    if (n.read_at === null) mark(n.id)
  }
  const items = inbox.data?.data
  return (
    <div className={`${lists.page} ${classes.page}`}>
      <Head />
      {items === undefined ? (
        <div className={lists.frame}>
          <LoadingRows
            error={inbox.error}
            onRetry={() => void inbox.refetch()}
            rows={8}
            height={52}
          />
        </div>
      ) : items.length === 0 ? (
        <div className={lists.frame}>
          <Empty
            title={t('notifications.none')}
            text={t('notifications.none_text')}
            icon={IconMail}
          />
        </div>
      ) : (
        <ul className={`${lists.frame} ${lists.lines}`} aria-label={t('notifications.title')}>
          {items.map(n => (
            <Notice
              key={n.id}
              notice={n}
              open={openId === n.id}
              onToggle={() => toggle(n)}
              menu={<NoticeMenu notice={n} onMark={() => mark(n.id)} />}
            />
          ))}
        </ul>
      )}
      <div className={lists.pages}>
        <Pagination page={page} pages={inbox.data?.meta.total_pages ?? 1} onChange={turn} />
      </div>
    </div>
  )
}
/** The title with the number of unread notifications, and a button that marks all of them. */
function Head() {
  const { t } = useTranslation()
  const { data: unread } = useQuery({ ...query(unreadCount, {}), refetchInterval: AGAIN })
  const { markAll } = useReadMarks(markableNotifications)
  const total = unread?.total ?? 0
  const askToMarkAll = () =>
    void confirm({
      title: t('notifications.mark_all_title', { count: total }),
      confirm: t('notifications.mark_all'),
      color: 'blue',
      action: markAll,
    })
  return (
    <header className={`${lists.head} ${classes.head}`}>
      <PageTitle />
      {total > 0 && (
        <Badge variant="light" size="lg" tt="none" fw={550}>
          {t('notifications.unread', { count: total })}
        </Badge>
      )}
      <Button
        variant="default"
        leftSection={<IconChecks size={16} aria-hidden />}
        disabled={total === 0}
        onClick={askToMarkAll}
      >
        {t('notifications.mark_all')}
      </Button>
    </header>
  )
}

function NoticeMenu({
  notice,
  onMark,
}: {
  readonly notice: Notification
  readonly onMark: () => void
}) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <MoreButton
        className={classes.menu}
        label={t('notifications.more', { message: notice.data.message.slice(0, 60) })}
      />
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMailOpened size={16} aria-hidden />}
          disabled={notice.read_at !== null}
          onClick={onMark}
        >
          {t('notifications.mark')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

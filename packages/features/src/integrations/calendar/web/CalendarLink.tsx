// The secret link of the user's calendar: created, replaced and removed.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { CopyField } from '@flotta/ui/CopyField.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Button, Group } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../people/auth/web/Section.tsx'
import { calendar, removeCalendar, renewCalendar } from '../contract.ts'

const ownCalendar = query(calendar, {})

export function CalendarLink() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const head = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery(ownCalendar)
  const url = data?.url ?? null
  const renew = async () => {
    if (url === null) client.setQueryData(ownCalendar.queryKey, await call(renewCalendar, {}))
    else if (
      await confirm({
        title: t('calendar.renew_title'),
        text: t('calendar.renew_text'),
        confirm: t('calendar.renew'),
        action: () => call(renewCalendar, {}),
      })
    )
      await client.invalidateQueries({ queryKey: ownCalendar.queryKey })
  }
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t('calendar.remove_title'),
      text: t('calendar.renew_text'),
      confirm: t('calendar.remove'),
      color: 'red',
      action: () => call(removeCalendar, {}),
    })
    if (!isConfirmed) return
    await client.invalidateQueries({ queryKey: ownCalendar.queryKey })
    head.current?.focus()
  }
  return (
    <Section
      head={head}
      title={t('calendar.title')}
      text={t('calendar.text')}
      action={
        <Button
          variant={url === null ? 'filled' : 'default'}
          leftSection={
            url === null ? (
              <IconPlus size={16} aria-hidden />
            ) : (
              <IconRefresh size={16} aria-hidden />
            )
          }
          disabled={data === undefined}
          onClick={() => void renew()}
        >
          {t(url === null ? 'calendar.create' : 'calendar.renew')}
        </Button>
      }
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} height={60} />
      ) : (
        url !== null && (
          <Group p="md" align="flex-end" gap="sm">
            <div style={{ flex: 1, minWidth: 0 }}>
              <CopyField
                label={t('calendar.link')}
                description={t('calendar.link_text')}
                value={url}
              />
            </div>
            <Button variant="default" onClick={() => void remove()}>
              {t('calendar.remove')}
            </Button>
          </Group>
        )
      )}
    </Section>
  )
}

// The existing links: what they show and until when, how often they were opened; each can be copied and ended.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { copyText } from '@flotta/ui/copy.ts'
import { type PlainColumn, PlainRows } from '@flotta/ui/table/PlainTable.tsx'
import { formatDateTime, formatNumber } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Link, links } from '../contract.ts'

export function LinkRows({ links: rows }: { readonly links: readonly Link[] }) {
  const { t } = useTranslation()
  const now = useNow(60)
  const columns: PlainColumn<Link>[] = [
    {
      title: t('links.subject'),
      cell: ({ plate, trip, fleet }) =>
        [plate, trip, fleet].filter(word => word !== null).join(' · ') || t('links.all_vehicles'),
    },
    { title: t('links.from'), cell: link => formatDateTime(link.from) },
    {
      title: t('links.to'),
      cell: link =>
        Date.parse(link.to) > now
          ? formatDateTime(link.to)
          : `${formatDateTime(link.to)} (${t('links.is_over')})`,
    },
    { title: t('links.openings'), cell: link => formatNumber(link.openings) },
    { title: '', cell: link => <Actions link={link} /> },
  ]
  return <PlainRows columns={columns} rows={rows} keyOf={link => link.id} />
}

function Actions({ link: { id, url } }: { readonly link: Link }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const end = async () => {
    const isConfirmed = await confirm({
      title: t('links.end_title'),
      text: t('links.end_text'),
      confirm: t('links.end'),
      color: 'red',
      action: () => call(links.remove, { params: { id } }),
    })
    if (isConfirmed) await client.invalidateQueries({ queryKey: [links.list.path] })
  }
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button size="compact-sm" variant="default" onClick={() => void copyText(url)}>
        {t('links.copy')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void end()}>
        {t('links.end')}
      </Button>
    </Group>
  )
}

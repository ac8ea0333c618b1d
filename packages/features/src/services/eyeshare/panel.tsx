// Who else sees the vehicle: a card for each agreement that its owner has given to another company (S §2 "Sharing panel").
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { useBackTo } from '@flotta/ui/focus.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { mayLeave } from '@flotta/ui/resource/unsaved.ts'
import { SkeletonRows } from '@flotta/ui/SkeletonRows.tsx'
import { Button, Group, Title } from '@mantine/core'
import { IconBuildingStore, IconLock, IconPlus, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../account.tsx'
import { sharing } from '../../fleet/agreements/contract.ts'
import { customers } from '../../people/customers/contract.ts'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { SharingSummary } from './web/SharingSummary.tsx'
import { useSharingKind } from './web/sharing-kind.tsx'

const PER_PAGE = 20

const EyesharePanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const may = useMay(sharing.create)
  const mayEdit = may && vehicle.owned
  const { user } = useAccount()
  const {
    data: records,
    error,
    refetch,
  } = useQuery({
    ...query(data, { params: { id: vehicle.id } }),
    refetchInterval: 60_000,
    enabled: vehicle.owned,
  })
  const { data: partners } = useQuery({ ...query(customers.all, {}), enabled: mayEdit })
  const kind = useSharingKind(vehicle, partners ?? [])
  /** The one card that is edited: an id, or 'new'. */
  const [active, setActive] = useState<number | 'new' | null>(null)
  const [page, setPage] = useState(1)
  const add = useBackTo(active === 'new')
  const pages = Math.ceil((records?.length ?? 0) / PER_PAGE)
  useEffect(() => {
    // the last card of the last page was removed
    if (pages > 0 && page > pages) setPage(pages)
  }, [page, pages])

  if (!vehicle.owned)
    return <Empty icon={IconLock} title={t('eyeshare.guest')} text={t('eyeshare.guest_text')} />
  if (records === undefined)
    return error === null ? (
      <SkeletonRows rows={4} height={72} />
    ) : (
      <LoadError error={error} onRetry={() => void refetch()} />
    )
  const close = () => setActive(null)
  const begin = () => void mayLeave().then(leave => leave && setActive('new'))
  const nobody = partners?.length === 0
  if (records.length === 0 && active !== 'new')
    return nobody ? (
      <Empty
        icon={IconBuildingStore}
        title={t('eyeshare.nobody')}
        text={t('eyeshare.nobody_text')}
        action={
          user.max_users > 0 && (
            <Button component={Link} to="/customers" variant="default" mt="xs">
              {t('eyeshare.customers')}
            </Button>
          )
        }
      />
    ) : (
      <Empty
        icon={IconShare}
        title={t('eyeshare.empty')}
        text={t(mayEdit ? 'eyeshare.empty_text' : 'eyeshare.empty_view')}
        action={
          mayEdit && (
            <Button
              ref={add}
              mt="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={begin}
            >
              {t('eyeshare.first')}
            </Button>
          )
        }
      />
    )
  const card = { kind, mayEdit, onClose: close }
  return (
    <section aria-label={t('eyeshare.title')}>
      <Group className={shared.section ?? ''} justify="space-between" wrap="nowrap">
        <Title order={3}>{t('eyeshare.given')}</Title>
        {mayEdit && !nobody && (
          <Button
            ref={add}
            size="compact-md"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={begin}
            disabled={active === 'new'}
          >
            {t('eyeshare.add')}
          </Button>
        )}
      </Group>
      <ul className={shared.rows}>
        {active === 'new' && (
          <li className={shared.section}>
            <EditCard {...card} record={null} editing onEdit={() => undefined} head={null} />
          </li>
        )}
        {records.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(record => (
          <li key={record.id} className={shared.section}>
            <EditCard
              {...card}
              record={record}
              editing={active === record.id}
              onEdit={() => setActive(record.id)}
              head={<SharingSummary record={record} />}
            />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Group justify="center" p="sm">
          <Pagination page={page} pages={pages} onChange={setPage} />
        </Group>
      )}
    </section>
  )
}
export default EyesharePanel

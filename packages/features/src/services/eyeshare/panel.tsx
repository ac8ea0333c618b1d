// Who else sees the vehicle: a card for each agreement that its owner shares with another company.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { useFocusAfterAdding } from '@flotta/ui/focus.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { Pagination } from '@flotta/ui/Pagination.tsx'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { mayLeave } from '@flotta/ui/resource/unsaved.ts'
import { Button, Group, Title } from '@mantine/core'
import { IconBuildingStore, IconLock, IconPlus, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../account.tsx'
import { type Sharing, sharing } from '../../fleet/agreements/contract.ts'
import { customers } from '../../people/customers/contract.ts'
import shared from '../panel.module.css'
import type { Panel } from '../panel.tsx'
import { data } from './contract.ts'
import { SharingSummary } from './web/SharingSummary.tsx'
import { useSharingKind } from './web/sharing-kind.tsx'

const PER_PAGE = 20

const EyesharePanel: Panel = ({ vehicle }) => {
  const { t } = useTranslation()
  const mayShare = useMay(sharing.create)
  const mayEdit = mayShare && vehicle.owned
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
  /** The card that is being edited: the id of its record, or 'new'. Only one card is edited at a time. */
  const [active, setActive] = useState<ActiveCard>(null)
  const addButton = useFocusAfterAdding(active === 'new')
  const [page, pages, setPage] = usePages(records?.length ?? 0)

  if (!vehicle.owned)
    return <Empty icon={IconLock} title={t('eyeshare.guest')} text={t('eyeshare.guest_text')} />
  if (records === undefined)
    return <LoadingRows error={error} onRetry={() => void refetch()} rows={4} height={72} />
  const add = () => void mayLeave().then(leave => leave && setActive('new'))
  const hasNoPartners = partners?.length === 0
  if (records.length === 0 && active !== 'new')
    return hasNoPartners ? (
      <NoPartners />
    ) : (
      <NoSharings mayEdit={mayEdit} addButton={addButton} onAdd={add} />
    )
  return (
    <section aria-label={t('eyeshare.title')}>
      <Head
        canAdd={mayEdit && !hasNoPartners}
        isAdding={active === 'new'}
        addButton={addButton}
        onAdd={add}
      />
      <SharingCards
        kind={kind}
        records={records.slice((page - 1) * PER_PAGE, page * PER_PAGE)}
        mayEdit={mayEdit}
        active={active}
        onActive={setActive}
      />
      {pages > 1 && (
        <Group justify="center" p="sm">
          <Pagination page={page} pages={pages} onChange={setPage} />
        </Group>
      )}
    </section>
  )
}
export default EyesharePanel

function Head({
  canAdd,
  isAdding,
  addButton,
  onAdd,
}: {
  readonly canAdd: boolean
  readonly isAdding: boolean
  readonly addButton: Ref<HTMLButtonElement>
  readonly onAdd: () => void
}) {
  const { t } = useTranslation()
  return (
    <Group className={shared.section ?? ''} justify="space-between" wrap="nowrap">
      <Title order={3}>{t('eyeshare.given')}</Title>
      {canAdd && (
        <Button
          ref={addButton}
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAdd}
          disabled={isAdding}
        >
          {t('eyeshare.add')}
        </Button>
      )}
    </Group>
  )
}
/** The current page, if it still exists: the last card of the last page may have been removed. */
function usePages(
  count: number,
): readonly [page: number, pages: number, setPage: (page: number) => void] {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(count / PER_PAGE)
  useEffect(() => {
    if (pages > 0 && page > pages) setPage(pages)
  }, [page, pages])
  return [page, pages, setPage]
}

type ActiveCard = number | 'new' | null

/** The customer has no partner companies yet, so there is nobody to share with. */
function NoPartners() {
  const { t } = useTranslation()
  const { user } = useAccount()
  return (
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
  )
}

interface NoSharingsProps {
  readonly mayEdit: boolean
  readonly addButton: Ref<HTMLButtonElement>
  readonly onAdd: () => void
}
function NoSharings({ mayEdit, addButton, onAdd }: NoSharingsProps) {
  const { t } = useTranslation()
  return (
    <Empty
      icon={IconShare}
      title={t('eyeshare.empty')}
      text={t(mayEdit ? 'eyeshare.empty_text' : 'eyeshare.empty_view')}
      action={
        mayEdit && (
          <Button
            ref={addButton}
            mt="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
          >
            {t('eyeshare.first')}
          </Button>
        )
      }
    />
  )
}

interface SharingCardsProps {
  readonly kind: ReturnType<typeof useSharingKind>
  readonly records: readonly Sharing[]
  readonly mayEdit: boolean
  readonly active: ActiveCard
  readonly onActive: (active: ActiveCard) => void
}
function SharingCards({ kind, records, mayEdit, active, onActive }: SharingCardsProps) {
  const card = { kind, mayEdit, form: 'inline', onClose: () => onActive(null) } as const
  return (
    <ul>
      {active === 'new' && (
        <li className={shared.section}>
          <EditCard {...card} record={null} editing onEdit={() => undefined} head={null} />
        </li>
      )}
      {records.map(record => (
        <li key={record.id} className={shared.section}>
          <EditCard
            {...card}
            record={record}
            editing={active === record.id}
            onEdit={() => onActive(record.id)}
            head={<SharingSummary record={record} />}
          />
        </li>
      ))}
    </ul>
  )
}

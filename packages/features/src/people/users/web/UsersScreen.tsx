// The users of the company and of those below it: their data, roles, invitations and printing passwords.
import { query } from '@flotta/ui/api.ts'
import { EditCard } from '@flotta/ui/resource/EditCard.tsx'
import { ListScreen } from '@flotta/ui/resource/ListScreen.tsx'
import type { Column } from '@flotta/ui/table/columns.ts'
import { ActionIcon, Badge, Group, Select, Text, Tooltip } from '@mantine/core'
import { IconKey, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount, useMay } from '../../../account.tsx'
import { customers } from '../../customers/contract.ts'
import { type ManagedUser, setPrintingPassword, users } from '../contract.ts'
import { mayManage } from '../rules.ts'
import { AccessActions } from './AccessActions.tsx'
import { UsersSearch } from './address.ts'
import { PrintingPassword } from './PrintingPassword.tsx'
import { languageNames } from './UserFields.tsx'
import { useUserKind } from './useUserKind.tsx'

export default function UsersScreen() {
  const { t } = useTranslation()
  const { user: me, customer } = useAccount()
  const mayEdit = useMay(users.update)
  const maySetPassword = useMay(setPrintingPassword)
  const { customer_id } = UsersSearch.parse(useSearch({ strict: false }))
  const kind = useUserKind(customer_id)
  const columns = useMemo(() => columnsOf(t), [t])
  const [printing, setPrinting] = useState<ManagedUser | null>(null)
  return (
    <>
      <ListScreen
        key={customer_id ?? customer.id}
        kind={kind}
        filters={{ customer_id }}
        mayEdit={mayEdit}
        icon={IconUsers}
        words={{
          add: t('users.add'),
          search: t('users.search'),
          empty: t('users.empty'),
          emptyText: t('users.empty_text'),
        }}
        columns={columns}
        isMarked={u => u.role === 'printing'}
        tools={me.max_users > 0 && <CompanyFilter ownCompany={customer} chosen={customer_id} />}
        card={card => (
          <EditCard
            {...card}
            mayEdit={card.mayEdit && (card.record === null || mayManage(me, card.record))}
            mayRemove={card.record?.id !== me.id}
            head={card.record && <Who user={card.record} isMe={card.record.id === me.id} />}
            actions={
              card.record !== null && card.record.role !== 'printing' ? (
                card.record.active === 1 &&
                card.record.id !== me.id && (
                  <AccessActions
                    user={card.record}
                    mayManage={card.mayEdit && mayManage(me, card.record)}
                  />
                )
              ) : card.record !== null && maySetPassword ? (
                <PasswordButton name={card.record.name} onClick={() => setPrinting(card.record)} />
              ) : null
            }
          />
        )}
      />
      <PrintingPassword user={printing} onClose={() => setPrinting(null)} />
    </>
  )
}

const columnsOf = (t: TFunction): Column<ManagedUser>[] => [
  { key: 'name', label: t('users.name'), value: u => u.name },
  { key: 'email', label: t('users.email'), value: u => u.email, width: 1.4 },
  {
    key: 'role',
    label: t('users.role_word'),
    value: u => t(`users.role.${u.role ?? 'provider'}`),
  },
  {
    key: 'language',
    label: t('users.language'),
    value: u => languageNames[u.language],
    shown: false,
  },
  {
    key: 'state',
    label: t('users.state'),
    value: u => t(u.active === 0 ? 'users.disabled' : u.invited ? 'users.invited' : 'users.active'),
  },
]

interface PasswordButtonProps {
  /** The name of the printing user. */
  readonly name: string
  readonly onClick: () => void
}
function PasswordButton({ name, onClick }: PasswordButtonProps) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('users.printing_password.title')}>
      <ActionIcon onClick={onClick} aria-label={t('users.printing_password.of', { name })}>
        <IconKey size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

function Who({ user, isMe }: { readonly user: ManagedUser; readonly isMe: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Text fw={550} truncate>
        {user.name}
        {isMe && (
          <Text span c="dimmed">
            {' '}
            · {t('users.you')}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed" truncate title={user.email}>
        {user.email}
      </Text>
      {user.pending_email !== null && (
        <Text size="sm" c="dimmed" truncate title={user.pending_email}>
          {t('users.address.waits', { email: user.pending_email })}
        </Text>
      )}
      <Group gap={6} mt={8}>
        <Badge
          variant="light"
          color={user.role === 'printing' ? 'orange' : 'blue'}
          tt="none"
          fw={550}
        >
          {t(`users.role.${user.role ?? 'provider'}`)}
        </Badge>
        {user.active === 0 && (
          <Badge variant="light" color="gray" tt="none" fw={550}>
            {t('users.disabled')}
          </Badge>
        )}
        {user.pending_email !== null && (
          <Badge variant="light" color="yellow" tt="none" fw={550}>
            {t('users.address.waiting')}
          </Badge>
        )}
        {user.active === 1 && user.invited && (
          <Badge variant="light" color="yellow" tt="none" fw={550}>
            {t('users.invited')}
          </Badge>
        )}
      </Group>
    </>
  )
}

/** Chooses the company whose users are listed: the own one, or one below it. */
function CompanyFilter({
  ownCompany,
  chosen,
}: {
  readonly ownCompany: { readonly id: number; readonly name: string }
  readonly chosen: number | undefined
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data } = useQuery(query(customers.list, { query: { per_page: 100 } }))
  if (data === undefined || data.data.length === 0) return null
  return (
    <Select
      aria-label={t('users.company')}
      w={220}
      searchable={data.data.length > 8}
      allowDeselect={false}
      value={String(chosen ?? ownCompany.id)}
      data={[ownCompany, ...data.data].map(c => ({ value: String(c.id), label: c.name }))}
      onChange={id =>
        void navigate({
          to: '.',
          search: id === null || Number(id) === ownCompany.id ? {} : { customer_id: Number(id) },
        })
      }
    />
  )
}

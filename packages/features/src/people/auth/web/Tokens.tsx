// The person's API tokens: the rights of each, its last use and its end; they can be created and revoked.
import { call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { now } from '@flotta/ui/clock.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { useNow } from '@flotta/ui/ticker.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconApi, IconClock, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as contract from '../contract.ts'
import classes from './account.module.css'
import { NewToken } from './NewToken.tsx'
import { Fact, Section } from './Section.tsx'
import { lifeOf } from './token-life.ts'

const list = query(contract.tokens, { query: {} })

export function Tokens() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const head = useRef<HTMLHeadingElement>(null)
  const { data: answer, error, refetch } = useQuery(list)
  const data = answer?.data
  const [making, { open, close }] = useDisclosure(false)
  const refresh = () => client.invalidateQueries({ queryKey: list.queryKey })
  const revoke = async ({ id, name }: contract.ApiToken) => {
    const isConfirmed = await confirm({
      title: t('auth.tokens.revoke_title', { name }),
      text: t('auth.tokens.revoke_text'),
      confirm: t('auth.tokens.revoke'),
      color: 'red',
      action: () => call(contract.removeToken, { params: { id } }),
    })
    if (!isConfirmed) return
    client.setQueryData(
      list.queryKey,
      old => old && { ...old, data: old.data.filter(token => token.id !== id) },
    )
    head.current?.focus()
    toast.success(t('auth.tokens.revoked', { name }))
    await refresh()
  }
  return (
    <Section
      head={head}
      title={t('auth.tokens.title')}
      text={t('auth.tokens.text')}
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          {t('auth.tokens.add')}
        </Button>
      }
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={2} height={60} />
      ) : data.length === 0 ? (
        <Empty icon={IconApi} title={t('auth.tokens.empty')} text={t('auth.tokens.empty_text')} />
      ) : (
        <ul>
          {data.map(token => (
            <Row key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </ul>
      )}
      <NewToken opened={making} onClose={close} onMade={() => void refresh()} />
    </Section>
  )
}

function Row({
  token,
  onRevoke,
}: {
  readonly token: contract.ApiToken
  readonly onRevoke: () => void
}) {
  const { t } = useTranslation()
  const { name, role, directory, created_at, last_used_at, expires_at } = token
  const life = lifeOf(expires_at, Math.max(now(), useNow(60)))
  return (
    <li className={classes.row}>
      <IconApi size={22} stroke={1.5} aria-hidden />
      <div>
        <div className={classes.name}>{name}</div>
        <div className={classes.under}>
          {t(directory ? 'auth.tokens.directory' : `users.role.${role ?? 'provider'}`)}
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('auth.tokens.made')}>{formatDateTime(created_at, 'date')}</Fact>
        <Fact label={t('auth.tokens.last_used')}>
          {last_used_at === null ? (
            t('auth.tokens.never_used')
          ) : (
            <RelativeTime at={last_used_at} every={60} />
          )}
        </Fact>
        <Fact label={t(life === 'over' ? 'auth.tokens.expired' : 'auth.tokens.expires')}>
          <span className={classes.life} data-life={life}>
            {life === 'over' && <IconAlertTriangle size={14} aria-hidden />}
            {life === 'soon' && <IconClock size={14} aria-hidden />}
            {formatDateTime(expires_at, 'date')}
            {life === 'soon' && (
              <span>
                · <RelativeTime at={expires_at} every={60} />
              </span>
            )}
          </span>
        </Fact>
      </dl>
      <Button
        variant="default"
        onClick={onRevoke}
        aria-label={t('auth.tokens.revoke_of', { name })}
      >
        {t('auth.tokens.revoke')}
      </Button>
    </li>
  )
}

// Where the person is signed in, this browser first; each other session can be ended, or all at once.
import { ApiError, call, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { DASH, formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Badge, Button } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import * as contract from '../contract.ts'
import classes from './account.module.css'
import { agentOf } from './agent.ts'
import { Fact, Section } from './Section.tsx'

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  unknown: IconDeviceUnknown,
} as const
const list = query(contract.sessions, { query: {} })

/** "Chrome on Windows", as far as it is known. */
function useDevice(): (session: contract.Session) => string {
  const { t } = useTranslation()
  return ({ agent }) => {
    const { browser, system } = agentOf(agent)
    const name = browser ?? t('auth.sessions.unknown')
    return system === null ? name : t('auth.sessions.device', { browser: name, system })
  }
}

/** Ended sessions leave the list at once, and come back if the server did not end them. */
function useEnding(onGone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const deviceOf = useDevice()
  const keep = (stays: (session: contract.Session) => boolean) =>
    client.setQueryData(list.queryKey, old => old && { ...old, data: old.data.filter(stays) })
  const refresh = () => client.invalidateQueries({ queryKey: list.queryKey })
  return {
    async end(session: contract.Session) {
      await client.cancelQueries({ queryKey: list.queryKey })
      const before = client.getQueryData(list.queryKey)
      keep(s => s.id !== session.id)
      onGone()
      try {
        await call(contract.endSession, { params: { id: session.id } })
      } catch (error) {
        // it had ended already
        if (!(error instanceof ApiError && error.status === 404)) {
          client.setQueryData(list.queryKey, before)
          toast.failed(error)
          return
        }
      }
      toast.success(t('auth.sessions.ended', { device: deviceOf(session) }))
      await refresh()
    },
    async endOthers(count: number) {
      const isConfirmed = await confirm({
        title: t('auth.sessions.end_others_title', { count }),
        text: t('auth.sessions.end_others_text'),
        confirm: t('auth.sessions.end_others'),
        color: 'red',
        action: () => call(contract.endOtherSessions, {}),
      })
      if (!isConfirmed) return
      await client.cancelQueries({ queryKey: list.queryKey })
      keep(s => s.current)
      onGone()
      toast.success(t('auth.sessions.ended_others', { count }))
      await refresh()
    },
  }
}

export function Sessions() {
  const { t } = useTranslation()
  const head = useRef<HTMLHeadingElement>(null)
  const { data: answer, error, refetch } = useQuery(list)
  const data = answer?.data
  const { end, endOthers } = useEnding(() => head.current?.focus())
  const others = data?.filter(s => !s.current) ?? []
  return (
    <Section
      head={head}
      title={t('auth.sessions.title')}
      text={t('auth.sessions.text')}
      action={
        others.length > 0 && (
          <Button variant="default" onClick={() => void endOthers(others.length)}>
            {t('auth.sessions.end_others')}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={3} height={60} />
      ) : (
        <ul>
          {[...data.filter(s => s.current), ...others].map(session => (
            <Row key={session.id} session={session} onEnd={() => void end(session)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({
  session,
  onEnd,
}: {
  readonly session: contract.Session
  readonly onEnd: () => void
}) {
  const { t } = useTranslation()
  const device = useDevice()(session)
  const Icon = icons[agentOf(session.agent).form]
  const since = formatDateTime(session.created_at)
  return (
    <li className={classes.row}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div>
        <div className={classes.name} title={session.agent ?? undefined}>
          {device}
          {session.current && (
            <Badge variant="light" tt="none" fw={550}>
              {t('auth.sessions.this')}
            </Badge>
          )}
        </div>
        <div className={classes.under}>
          {t('auth.sessions.address', { address: session.address ?? DASH })}
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('auth.sessions.since')}>{since}</Fact>
        <Fact label={t('auth.sessions.last_used')}>
          {session.current ? (
            t('auth.sessions.now')
          ) : (
            <RelativeTime at={session.last_used_at} every={60} />
          )}
        </Fact>
      </dl>
      {!session.current && (
        <Button
          variant="default"
          onClick={onEnd}
          aria-label={t('auth.sessions.end_of', { device, since })}
        >
          {t('auth.sessions.end')}
        </Button>
      )}
    </li>
  )
}

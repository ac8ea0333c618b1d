// The page that a link for a consignee opens: where the delivery is, when it arrives, and its temperatures. Made for phones.
import { ApiError, call } from '@flotta/ui/api.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Skeleton } from '@mantine/core'
import { IconClock, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../../people/auth/web/PageTools.tsx'
import { delivery } from '../contract.ts'
import { DeliveryView } from './DeliveryView.tsx'
import classes from './follow.module.css'

/** Positions arrive more often, but a page that is left open should cost little, ms. */
const AGAIN_MS = 60_000
const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 410)

export default function FollowScreen() {
  const { token } = useParams({ from: '/follow/$token' })
  return (
    <div className={classes.page}>
      <PageHead className={classes.top ?? ''} mark={28} />
      <main className={classes.main}>
        <Content key={token} token={token} />
      </main>
    </div>
  )
}

function Content({ token }: { readonly token: string }) {
  const { t } = useTranslation()
  const openings = useRef(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['follow', token],
    queryFn: ({ signal }) =>
      call(
        delivery,
        { params: { token }, query: openings.current++ === 0 ? {} : { again: '1' } },
        signal,
      ),
    refetchInterval: ({ state }) => (isClosed(state.error) ? false : AGAIN_MS),
    gcTime: 0,
  })
  if (isClosed(error)) return <ClosedLink error={error} />
  if (data !== undefined) return <DeliveryView token={token} delivery={data} />
  return (
    <div className={classes.card} aria-busy={error === null}>
      <h1>{t('links.follow.title')}</h1>
      {error === null ? (
        <>
          <Skeleton height={28} mt="lg" />
          <Skeleton height={120} mt="md" />
        </>
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

/** The message for a link before its time, after it, ended, or unknown. */
function ClosedLink({ error: { message, fields } }: { readonly error: ApiError }) {
  const { t } = useTranslation()
  const begins = fields.from?.[0]
  const Icon = begins === undefined ? IconLinkOff : IconClock
  return (
    <div className={classes.card} role="alert">
      <Icon size={40} stroke={1.5} aria-hidden />
      <h1>{t('links.follow.title')}</h1>
      <p>{message}</p>
      {begins !== undefined && (
        <p>
          <strong>{t('links.follow.begins', { time: formatDateTime(begins) })}</strong>
        </p>
      )}
    </div>
  )
}

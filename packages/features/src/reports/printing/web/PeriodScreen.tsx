// The second step: the period. A usual period leads on at once; another one is typed.
import { instantOf } from '@flotta/core/time.ts'
import { LoadError } from '@flotta/ui/LoadError.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { useNow } from '@flotta/ui/ticker.ts'
import { Button } from '@mantine/core'
import { IconArrowRight, IconCalendarTime } from '@tabler/icons-react'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import { MAX_DAYS } from '../contract.ts'
import { periodFault, presetSpan, presets, type Span } from '../period.ts'
import { PeriodSearch } from './address.ts'
import { NoVehicle } from './NoVehicle.tsx'
import classes from './printing.module.css'
import { useVehicle } from './useVehicle.ts'

const preview = '/printer/vehicle/$vehicleId/preview'
const searchOf = ({ from, to }: Span) => ({
  from: instantOf(from),
  to: instantOf(to),
})

export default function PeriodScreen() {
  const { t } = useTranslation()
  const { vehicleId = '' } = useParams({ strict: false })
  const { customer } = useAccount()
  const { vehicle, isUnknown, error, retry } = useVehicle(vehicleId)
  const now = useNow(60)
  const zone = customer.timezone
  if (isUnknown) return <NoVehicle />
  if (error !== null) return <LoadError error={error} onRetry={() => void retry()} />
  return (
    <div className={classes.step}>
      <p className={classes.which}>
        <strong>{vehicle?.plate ?? '…'}</strong>
        <span>{[vehicle?.model, vehicle?.serial].filter(Boolean).join(' · ')}</span>
      </p>
      <PageTitle />
      <ul className={classes.presets}>
        {presets.map((name, i) => (
          <li key={name}>
            <Link
              to={preview}
              params={{ vehicleId }}
              search={searchOf(presetSpan(name, now, zone))}
              className={classes.preset}
              data-first={i === 0 || undefined}
            >
              {t(`ui.range.${name}`)}
              <IconArrowRight aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      <OtherPeriodForm vehicleId={vehicleId} now={now} zone={zone} />
    </div>
  )
}

function OtherPeriodForm({
  vehicleId,
  now,
  zone,
}: {
  readonly vehicleId: string
  readonly now: number
  readonly zone: string
}) {
  const { t } = useTranslation()
  const { from, to, setFrom, setTo, fault, show } = usePeriodFields(vehicleId, now, zone)
  const field = { latest: now, zone, size: 'lg' } as const
  return (
    <form
      className={classes.other}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        show()
      }}
    >
      <fieldset>
        <legend>{t('printing.period.other', { count: MAX_DAYS })}</legend>
        <MomentInput {...field} label={t('printing.period.from')} value={from} onChange={setFrom} />
        <MomentInput {...field} label={t('printing.period.to')} value={to} onChange={setTo} />
        <Button
          type="submit"
          size="lg"
          variant="default"
          leftSection={<IconCalendarTime aria-hidden />}
        >
          {t('printing.period.show')}
        </Button>
      </fieldset>
      {fault !== null && (
        <p role="alert" className={classes.trouble}>
          {t(fault, { count: MAX_DAYS })}
        </p>
      )}
    </form>
  )
}
/** The fields of a typed period; a valid one can be shown as a receipt. */
function usePeriodFields(vehicleId: string, now: number, zone: string) {
  const navigate = useNavigate()
  const searchPeriod = PeriodSearch.parse(useSearch({ strict: false }))
  const [from, setFrom] = useState<number | null>(() =>
    searchPeriod.from === undefined
      ? presetSpan('last_24_hours', now, zone).from
      : Date.parse(searchPeriod.from),
  )
  const [to, setTo] = useState<number | null>(() =>
    searchPeriod.to === undefined
      ? presetSpan('last_24_hours', now, zone).to
      : Date.parse(searchPeriod.to),
  )
  const [fault, setFault] = useState<string | null>(() =>
    searchPeriod.from === undefined || searchPeriod.to === undefined
      ? null
      : periodFault(
          { from: Date.parse(searchPeriod.from), to: Date.parse(searchPeriod.to) },
          now,
          zone,
        ),
  )
  const show = () => {
    const span = { from: from ?? Number.NaN, to: to ?? Number.NaN }
    const newFault = periodFault(span, now, zone)
    setFault(newFault)
    if (newFault === null)
      void navigate({ to: preview, params: { vehicleId }, search: searchOf(span) })
  }
  return { from, to, setFrom, setTo, fault, show }
}

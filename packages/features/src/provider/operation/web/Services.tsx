// The external services: which are configured, which setting turns on a missing one, and a test of each that shows the service's own words.
import { call, messageOf, query } from '@flotta/ui/api.ts'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Badge, Button, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../../people/auth/web/account.ts'
import { type ExternalService, type System, setMap, system, testService } from '../contract.ts'
import classes from './operation.module.css'

export default function Services() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(query(system, {}))
  if (data === undefined) return <LoadingRows error={error} onRetry={() => void refetch()} />
  return (
    <section aria-labelledby="services">
      <h2 id="services">{t('operation.services')}</h2>
      <p className="flotta-quiet">{t('operation.services_text')}</p>
      <div className={classes.box}>
        {data.services.map(service => (
          <Service key={service.name} service={service} whole={data} />
        ))}
      </div>
    </section>
  )
}

function Service({
  service,
  whole,
}: {
  readonly service: ExternalService
  readonly whole: System
}) {
  const { t } = useTranslation()
  const { name, setting, set, host, waiting } = service
  const isSet = set || (name === 'map' && whole.own_streets)
  const title = t(`operation.service.${name}`)
  return (
    <section className={classes.service} aria-label={title}>
      <div className={classes.about}>
        <div className={classes.name}>
          {title}
          <Badge color={isSet ? 'green' : 'gray'} variant="light">
            {t(isSet ? 'operation.set' : 'operation.unset_label')}
          </Badge>
          {host !== null && <span className="flotta-quiet">{t('operation.at', { host })}</span>}
          {waiting !== null && waiting > 0 && (
            <Badge color="orange" variant="light">
              {t('operation.queue', { count: waiting })}
            </Badge>
          )}
        </div>
        {!isSet && <p className="flotta-quiet">{t(`operation.without.${name}`, { setting })}</p>}
        {name === 'map' && <PublicMap whole={whole} />}
      </div>
      <Trial service={service} />
    </section>
  )
}

/** The switch of the public map service. */
function PublicMap({ whole }: { readonly whole: System }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (map: System['map']) => call(setMap, { body: { map } }),
    onSuccess: answer => client.setQueryData(query(system, {}).queryKey, answer),
    onError: error => toast.failed(error),
  })
  if (whole.own_streets) return <p className="flotta-quiet">{t('operation.own_streets')}</p>
  return (
    <Switch
      mt="xs"
      checked={whole.map === 'streets'}
      disabled={isPending}
      onChange={event => mutate(event.currentTarget.checked ? 'streets' : 'essential')}
      label={t('operation.public_map', { host: whole.public_host })}
      description={t('operation.public_map_text')}
    />
  )
}

/** A button for a test, with a field where a message needs an address. The answer appears below. */
function Trial({ service: { name, set } }: { readonly service: ExternalService }) {
  const { t } = useTranslation()
  const { user } = useAccount()
  const isMessage = name === 'mail' || name === 'sms'
  const [to, setTo] = useState(name === 'mail' ? user.email : '')
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(testService, { body: { service: name, ...(isMessage && { to }) } }),
  })
  const label = t('operation.test_of', { service: t(`operation.service.${name}`) })
  return (
    <form
      className={classes.trial}
      onSubmit={event => {
        event.preventDefault()
        mutate()
      }}
    >
      {isMessage && set && (
        <TextInput
          label={t(name === 'mail' ? 'operation.to_mail' : 'operation.to_sms')}
          type={name === 'mail' ? 'email' : 'tel'}
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      <Button
        type="submit"
        variant="default"
        loading={isPending}
        disabled={isMessage && !set}
        aria-label={label}
      >
        {t(isMessage ? 'operation.send' : 'operation.test')}
      </Button>
      <div className={classes.answer} aria-live="polite">
        {error !== null && <Answer works={false} says={messageOf(error)} />}
        {data !== undefined && <Answer {...data} />}
      </div>
    </form>
  )
}

function Answer({
  works,
  says,
  ms,
}: {
  readonly works: boolean
  readonly says: string
  readonly ms?: number
}) {
  const { t } = useTranslation()
  return (
    <>
      <Badge color={works ? 'green' : 'red'}>
        {t(works ? 'operation.works' : 'operation.fails')}
      </Badge>{' '}
      <span className={classes.code}>{says}</span>
      {ms !== undefined && <span className="flotta-quiet"> · {t('operation.took', { ms })}</span>}
    </>
  )
}

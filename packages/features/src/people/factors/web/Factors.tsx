// The person's second factors, which can be added and removed, and the number of unused recovery codes.
import { call, messageOf, query } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { Empty } from '@flotta/ui/Empty.tsx'
import { LoadingRows } from '@flotta/ui/LoadingRows.tsx'
import { RelativeTime } from '@flotta/ui/RelativeTime.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Group } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconPlus, IconShieldLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../auth/web/account.module.css'
import { Fact, Section } from '../../auth/web/Section.tsx'
import * as contract from '../contract.ts'
import { enrolPasskey, hasPasskeys } from './passkeys.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetUp } from './TotpSetUp.tsx'

const list = query(contract.factors, {})
const icons = { totp: IconDeviceMobile, passkey: IconFingerprint } as const

type Step = 'totp' | 'codes' | null

/** The person's factors with functions that add and remove them, and the open step of the dialog. */
function useFactors(onRemoved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const factors = useQuery(list)
  const [step, setStep] = useState<Step>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const refresh = () => client.invalidateQueries({ queryKey: list.queryKey })
  const show = (fresh: readonly string[]) => {
    setCodes(fresh)
    setStep(fresh.length === 0 ? null : 'codes')
    void refresh()
  }
  const addPasskey = () =>
    enrolPasskey(t('factors.passkey.name')).then(show, (fault: unknown) =>
      toast.warning(
        fault instanceof DOMException ? t('factors.passkey.cancelled') : messageOf(fault),
      ),
    )
  const renew = async () => {
    let fresh: readonly string[] = []
    const isConfirmed = await confirm({
      title: t('factors.recovery.renew_title'),
      text: t('factors.recovery.renew_text'),
      confirm: t('factors.recovery.renew'),
      color: 'orange',
      action: async () => {
        fresh = (await call(contract.renewRecoveryCodes, {})).recovery_codes
      },
    })
    if (isConfirmed) show(fresh)
  }
  const remove = async ({ id, name }: contract.Factor) => {
    const isConfirmed = await confirm({
      title: t('factors.remove_title', { name }),
      text: t('factors.remove_text'),
      confirm: t('factors.remove'),
      color: 'red',
      action: () => call(contract.removeFactor, { params: { id } }),
    })
    if (!isConfirmed) return
    onRemoved()
    toast.success(t('factors.removed', { name }))
    await refresh()
  }
  return { ...factors, step, setStep, codes, show, addPasskey, renew, remove }
}

export function Factors() {
  const { t } = useTranslation()
  const head = useRef<HTMLHeadingElement>(null)
  const factors = useFactors(() => head.current?.focus())
  const { data, error, refetch, step, setStep } = factors
  return (
    <Section
      head={head}
      title={t('factors.title')}
      text={t('factors.text')}
      action={
        <AddButtons onTotp={() => setStep('totp')} onPasskey={() => void factors.addPasskey()} />
      }
    >
      {data === undefined ? (
        <LoadingRows error={error} onRetry={() => void refetch()} rows={1} height={60} />
      ) : data.data.length === 0 ? (
        <Empty icon={IconShieldLock} title={t('factors.empty')} text={t('factors.empty_text')} />
      ) : (
        <ul>
          {data.data.map(factor => (
            <Row key={factor.id} factor={factor} onRemove={() => void factors.remove(factor)} />
          ))}
          <li className={classes.row}>
            <IconShieldLock size={22} stroke={1.5} aria-hidden />
            <div className={classes.name}>{t('factors.recovery.title')}</div>
            <div>{t('factors.recovery.left', { count: data.meta.recovery_codes })}</div>
            <Button variant="default" onClick={() => void factors.renew()}>
              {t('factors.recovery.renew')}
            </Button>
          </li>
        </ul>
      )}
      <Dialog
        opened={step !== null}
        onClose={() => setStep(null)}
        closeOnClickOutside={false}
        title={t(step === 'codes' ? 'factors.recovery.title' : 'factors.totp.add')}
      >
        {step === 'totp' && <TotpSetUp onDone={factors.show} />}
        {step === 'codes' && (
          <RecoveryCodes
            codes={factors.codes}
            done={t('auth.tokens.done')}
            onDone={() => setStep(null)}
          />
        )}
      </Dialog>
    </Section>
  )
}

function AddButtons({
  onTotp,
  onPasskey,
}: {
  readonly onTotp: () => void
  readonly onPasskey: () => void
}) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      {hasPasskeys() && (
        <Button
          variant="default"
          onClick={onPasskey}
          leftSection={<IconFingerprint size={16} aria-hidden />}
        >
          {t('factors.passkey.add')}
        </Button>
      )}
      <Button onClick={onTotp} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('factors.totp.add')}
      </Button>
    </Group>
  )
}

function Row({
  factor: { type, name, created_at, last_used_at },
  onRemove,
}: {
  readonly factor: contract.Factor
  readonly onRemove: () => void
}) {
  const { t } = useTranslation()
  const Icon = icons[type]
  return (
    <li className={classes.row}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div>
        <div className={classes.name}>{name}</div>
        <div className={classes.under}>{t(`factors.type.${type}`)}</div>
      </div>
      <dl className={classes.facts}>
        <Fact label={t('factors.added')}>{formatDateTime(created_at, 'date')}</Fact>
        <Fact label={t('auth.tokens.last_used')}>
          {last_used_at === null ? (
            t('auth.tokens.never_used')
          ) : (
            <RelativeTime at={last_used_at} every={60} />
          )}
        </Fact>
      </dl>
      <Button variant="default" onClick={onRemove} aria-label={t('factors.remove_of', { name })}>
        {t('factors.remove')}
      </Button>
    </li>
  )
}

// What a company has with the temperature register, for those who manage it: the printing area and who enters it, the vehicles' labels, how a receipt is checked.
import { call, query } from '@flotta/ui/api.ts'
import { PageTitle } from '@flotta/ui/PageTitle.tsx'
import { toast } from '@flotta/ui/toast.tsx'
import { Button } from '@mantine/core'
import { IconCopy, IconPrinter, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { agreement, vehicles } from '../../agreements/contract.ts'
import { printLabels } from './labels.ts'
import { Qr } from './Qr.tsx'
import classes from './register.module.css'

/** The vehicles that have the register, now or soon; the list comes in pages. */
const pageOf = (page: number) => ({ params: { agreement_id: agreement.eyecold }, query: { page, per_page: 100 } })
async function printAll(name: string, pages: number): Promise<void> {
  const lists = await Promise.all(Array.from({ length: pages }, (_, i) => call(vehicles, pageOf(i + 1))))
  const byId = new Map(lists.flatMap(({ data }) => data.map(vehicle => [vehicle.vehicle_id, vehicle] as const)))
  printLabels(name, [...byId.values()])
}

export default function RegisterScreen() {
  const { t } = useTranslation()
  const address = `${location.origin}/printer`
  const { data: listed } = useQuery({ ...query(vehicles, pageOf(1)), staleTime: 60_000 })
  const print = useMutation({ mutationFn: () => printAll(t('printing.register.labels'), listed?.meta.total_pages ?? 0) })
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => toast.copied(),
      () => toast.info(address),
    )
  return (
    <div className={classes.page}>
      <PageTitle />
      <p className={classes.lead}>{t('printing.register.text')}</p>
      <ol className={classes.cards}>
        <li>
          <h2>{t('printing.register.users')}</h2>
          <p>{t('printing.register.users_text')}</p>
          <Button component={Link} to="/users" variant="default" leftSection={<IconUsers size={18} aria-hidden />}>
            {t('users.title')}
          </Button>
        </li>
        <li>
          <h2>{t('printing.register.kiosk')}</h2>
          <p>{t('printing.register.kiosk_text')}</p>
          <div className={classes.kiosk}>
            <Qr text={address} label={t('printing.register.kiosk_qr')} className={classes.qr} />
            <div>
              <code>{address}</code>
              <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
                {t('printing.register.copy')}
              </Button>
            </div>
          </div>
        </li>
        <li>
          <h2>{t('printing.register.labels')}</h2>
          <p>{t('printing.register.labels_text')}</p>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={(listed?.meta.total ?? 0) === 0}
            loading={print.isPending}
            onClick={() => print.mutate()}
          >
            {t('printing.register.print', { count: listed?.meta.total ?? 0 })}
          </Button>
        </li>
        <li>
          <h2>{t('printing.register.check')}</h2>
          <p>{t('printing.register.check_text')}</p>
          <Button component="a" href="/verify" variant="default" leftSection={<IconShieldCheck size={18} aria-hidden />}>
            {t('printing.scanner.verify')}
          </Button>
        </li>
      </ol>
    </div>
  )
}

// The company's screen about the temperature register: the printing area and its users, the vehicles' labels, and the verification of receipts.
import { call } from '@flotta/ui/api.ts'
import { copyText } from '@flotta/ui/copy.ts'
import { PageFrame } from '@flotta/ui/PageFrame.tsx'
import { Button } from '@mantine/core'
import { IconCopy, IconPrinter, IconShieldCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AgreementVehicle, agreementVehicles } from '../../../fleet/agreements/contract.ts'
import { temperatureAgreements } from '../../../services/eyecold/kinds.ts'
import { printLabels } from './labels.ts'
import { Qr } from './Qr.tsx'
import classes from './register.module.css'

/** The vehicles that have the register now or will have it, each once, by plate. The lists are read page by page. */
async function loadRegisterVehicles(): Promise<readonly AgreementVehicle[]> {
  const vehicleLists = await Promise.all(temperatureAgreements.map(loadVehiclesWith))
  const byId = new Map(vehicleLists.flat().map(vehicle => [vehicle.vehicle_id, vehicle] as const))
  return [...byId.values()].sort((a, b) => (a.plate < b.plate ? -1 : 1))
}
async function loadVehiclesWith(agreement_id: number): Promise<readonly AgreementVehicle[]> {
  const page = (number: number) =>
    call(agreementVehicles, {
      params: { id: agreement_id },
      query: { page: number, per_page: 100 },
    })
  const first = await page(1)
  const others = await Promise.all(
    Array.from({ length: Math.max(0, first.meta.total_pages - 1) }, (_, i) => page(i + 2)),
  )
  return [first, ...others].flatMap(({ data }) => data)
}

export default function RegisterScreen() {
  const { t } = useTranslation()
  const { data: registerVehicles = [], isPending } = useQuery({
    queryKey: ['vehicles of the register'],
    queryFn: loadRegisterVehicles,
    staleTime: 60_000,
  })
  return (
    <PageFrame>
      <p className="flotta-quiet">{t('printing.register.text')}</p>
      <ol className={classes.cards}>
        <Card title={t('printing.register.users')} text={t('printing.register.users_text')}>
          <Button
            component={Link}
            to="/users"
            variant="default"
            leftSection={<IconUsers size={18} aria-hidden />}
          >
            {t('users.title')}
          </Button>
        </Card>
        <Card title={t('printing.register.kiosk')} text={t('printing.register.kiosk_text')}>
          <KioskAddress />
        </Card>
        <Card title={t('printing.register.labels')} text={t('printing.register.labels_text')}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            disabled={registerVehicles.length === 0}
            loading={isPending}
            onClick={() => printLabels(t('printing.register.labels'), registerVehicles)}
          >
            {t('printing.register.print', { count: registerVehicles.length })}
          </Button>
        </Card>
        <Card title={t('printing.register.check')} text={t('printing.register.check_text')}>
          <Button
            component="a"
            href="/verify"
            variant="default"
            leftSection={<IconShieldCheck size={18} aria-hidden />}
          >
            {t('printing.scanner.verify')}
          </Button>
        </Card>
      </ol>
    </PageFrame>
  )
}

interface CardProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}
const Card = ({ title, text, children }: CardProps) => (
  <li>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </li>
)

/** The address of the printers' screens, to be photographed or copied. */
function KioskAddress() {
  const { t } = useTranslation()
  const address = `${location.origin}/printer`
  const copy = () => void copyText(address)
  return (
    <div className={classes.kiosk}>
      <Qr text={address} label={t('printing.register.kiosk_qr')} className={classes.qr} />
      <div>
        <code>{address}</code>
        <Button variant="default" leftSection={<IconCopy size={18} aria-hidden />} onClick={copy}>
          {t('printing.register.copy')}
        </Button>
      </div>
    </div>
  )
}

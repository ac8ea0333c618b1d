// The button in the panel of a vehicle that shares it with a consignee.
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import type { Vehicle } from '../../../fleet/vehicles/contract.ts'
import { links } from '../contract.ts'

const ShareDialog = lazy(() => import('./ShareDialog.tsx'))

interface ShareSectionProps {
  readonly vehicle: Vehicle
  /** The time of its last position, ISO. */
  readonly lastAt: string
}
export function ShareSection({ vehicle, lastAt }: ShareSectionProps) {
  const { t } = useTranslation()
  const mayShare = useMay(links.create) && vehicle.owned
  const [opened, { open, close }] = useDisclosure(false)
  if (!mayShare) return null
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={open}
      >
        {t('links.share')}
      </Button>
      <Suspense>
        {opened && <ShareDialog vehicle={vehicle} lastAt={lastAt} onClose={close} />}
      </Suspense>
    </>
  )
}

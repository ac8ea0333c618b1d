// Shown to a company without vehicles: a way to add the first itself, or who sets them up and whom to write to.
import { Empty } from '@flotta/ui/Empty.tsx'
import { Button } from '@mantine/core'
import { IconPlus, IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../account.tsx'
import { ContactButton } from '../../../people/auth/web/ContactButton.tsx'
import { create } from '../contract.ts'

/** @param action adds a vehicle on this screen; without it a link leads to the screen that does */
export function NoVehicles({ action }: { readonly action?: ReactNode }) {
  const { t } = useTranslation()
  const mayAdd = useMay(create)
  const toAdd = mayAdd ? (
    <Button
      component={Link}
      to="/vehicles"
      search={{ open: 'new' } as never}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('vehicles.add.title')}
    </Button>
  ) : (
    <ContactButton>{t('agreements.contact')}</ContactButton>
  )
  return (
    <Empty
      icon={IconTruck}
      title={t('vehicles.empty')}
      text={t(mayAdd ? 'vehicles.add.first' : 'vehicles.empty_text')}
      action={action ?? toAdd}
    />
  )
}

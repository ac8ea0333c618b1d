// A company that has no vehicle yet: who sets them up, and whom to write to.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Button } from '@mantine/core'
import { IconMail, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'

/** @param action what the company may do itself, where the provider allows it */
export function NoVehicles({ action }: { readonly action?: ReactNode }) {
  const { t } = useTranslation()
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Empty
      icon={IconTruck}
      title={t('vehicles.empty')}
      text={t(action === undefined ? 'vehicles.empty_text' : 'vehicles.add.first')}
      action={
        action ??
        (installation && (
          <Button
            component="a"
            href={`mailto:${installation.contact}`}
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
          >
            {t('agreements.contact')}
          </Button>
        ))
      }
    />
  )
}

// A company that has no vehicle yet: who sets them up, and whom to write to.
import { query } from '@flotta/ui/api.ts'
import { Empty } from '@flotta/ui/Empty.tsx'
import { Button } from '@mantine/core'
import { IconMail, IconTruck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { about } from '../../../people/auth/about.ts'

export function NoVehicles() {
  const { t } = useTranslation()
  const { data: installation } = useQuery({
    ...query(about, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Empty
      icon={IconTruck}
      title={t('vehicles.empty')}
      text={t('vehicles.empty_text')}
      action={
        installation && (
          <Button
            component="a"
            href={`mailto:${installation.contact}`}
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
          >
            {t('agreements.contact')}
          </Button>
        )
      }
    />
  )
}

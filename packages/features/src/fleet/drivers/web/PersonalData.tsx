// A driver's right to the own data: exported as a file, or erased.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { save } from '@flotta/ui/table/export.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconEraser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Driver, driverData, drivers, eraseDriver } from '../contract.ts'

export function PersonalData({
  driver: { id },
  name,
}: {
  readonly driver: Driver
  readonly name: string
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const take = async () => {
    try {
      const data = await call(driverData, { params: { id } })
      save(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `${t('drivers.data_file')}-${id}.json`,
      )
    } catch (error) {
      toast.failed(error)
    }
  }
  const erase = async () => {
    const isErased = await confirm({
      title: t('drivers.erase_title', { name }),
      text: t('drivers.erase_text'),
      confirm: t('drivers.erase'),
      color: 'red',
      doubleCheck: t('drivers.erase_check'),
      action: () => call(eraseDriver, { params: { id }, body: {} }),
    })
    if (!isErased) return
    toast.saved(t('drivers.erased', { name }))
    await refresh(client, drivers)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('drivers.personal_data_of', { name })}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void take()}>
          {t('drivers.data')}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconEraser size={16} aria-hidden />}
          onClick={() => void erase()}
        >
          {t('drivers.erase')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

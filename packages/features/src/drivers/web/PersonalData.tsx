// A driver's right to their own data: taken along as a file, or erased.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { refresh } from '@flotta/ui/resource/useRecords.ts'
import { save } from '@flotta/ui/table/export.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Driver, driverData, drivers, eraseDriver } from '../contract.ts'

export function PersonalData({ driver: { id }, name }: { readonly driver: Driver; readonly name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const take = async () => {
    try {
      const data = await call(driverData, { params: { id } })
      save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${t('drivers.data_file')}-${id}.json`)
    } catch (error) {
      toast.failed(error)
    }
  }
  const erase = async () => {
    const erased = await confirm({
      title: t('drivers.erase_title', { name }),
      text: t('drivers.erase_text'),
      confirm: t('drivers.erase'),
      color: 'red',
      doubleCheck: t('drivers.erase_check'),
      action: () => call(eraseDriver, { params: { id }, body: {} }),
    })
    if (!erased) return
    toast.saved(t('drivers.erased', { name }))
    await refresh(client, drivers)
  }
  return (
    <Group gap="md" mt={4}>
      <Anchor className="flotta-target" component="button" type="button" size="sm" onClick={() => void take()} aria-label={t('drivers.data_of', { name })}>
        {t('drivers.data')}
      </Anchor>
      <Anchor
        className="flotta-target"
        component="button"
        type="button"
        size="sm"
        c="dimmed"
        onClick={() => void erase()}
        aria-label={t('drivers.erase_of', { name })}
      >
        {t('drivers.erase')}
      </Anchor>
    </Group>
  )
}

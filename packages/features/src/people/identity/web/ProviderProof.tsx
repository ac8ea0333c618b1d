// A proof of identity at the company's identity provider: it opens in another tab, and this page continues once it is given.
import { call, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { Button, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stepUpByProvider, stepUpState } from '../contract.ts'

/** Interval of checking whether the proof was given, ms. */
const LOOK_MS = 2_000

export function ProviderProof({ onProved }: { readonly onProved: () => void }) {
  const { t } = useTranslation()
  const [isWaiting, setWaiting] = useState(false)
  const { data } = useQuery({
    ...query(stepUpState, {}),
    refetchInterval: isWaiting ? LOOK_MS : false,
    retry: false,
  })
  const isProved = isWaiting && data?.until != null
  useEffect(() => {
    if (isProved) onProved()
  }, [isProved, onProved])
  async function open(id: string): Promise<void> {
    // browsers allow opening a tab only directly in the handler of a press
    const tab = window.open('', '_blank')
    try {
      const { url } = await call(stepUpByProvider, { params: { id }, body: {} })
      if (tab === null) window.location.assign(url)
      else {
        tab.opener = null
        tab.location.href = url
      }
      setWaiting(true)
    } catch (error) {
      tab?.close()
      toast.failed(error)
    }
  }
  return (
    <>
      {data?.providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
          onClick={() => open(id)}
        >
          {t('identity.confirm_with', { name })}
        </Button>
      ))}
      {isWaiting && (
        <Text size="sm" role="status">
          {t('identity.confirm_wait')}
        </Text>
      )}
    </>
  )
}

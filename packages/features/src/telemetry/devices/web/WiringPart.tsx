// The wiring of a tracker behind a button, in a dialog that is about more than that.
import { Button } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Wiring, type WiringSource } from './Wiring.tsx'

export function WiringPart({ source }: { readonly source: WiringSource }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  if (isShown) return <Wiring source={source} />
  return (
    <Button
      variant="default"
      leftSection={<IconPlug size={16} aria-hidden />}
      onClick={() => setShown(true)}
    >
      {t('devices.wiring.open')}
    </Button>
  )
}

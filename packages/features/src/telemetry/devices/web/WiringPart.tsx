// A button that opens the wiring of a tracker in a dialog; for dialogs that are not about wiring alone.
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

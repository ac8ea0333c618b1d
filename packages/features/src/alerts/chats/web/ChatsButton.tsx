// The button that opens the chats of the company.
import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatsDialog } from './ChatsDialog.tsx'

export function ChatsButton() {
  const { t } = useTranslation()
  const [isOpen, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessages size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('chats.button')}
      </Button>
      {isOpen && <ChatsDialog onClose={() => setOpened(false)} />}
    </>
  )
}

// The list of keyboard shortcuts, opened by `?`.
import { isTyping } from '@flotta/ui/keys.ts'
import { ActionIcon, Group, Kbd, Modal, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

export function KeyboardHelp() {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure(false)
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if (e.key !== '?' || e.defaultPrevented || isTyping(e)) return
      e.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open])
  const keys: readonly (readonly [readonly string[], string])[] = [
    [['Ctrl K', '/'], t('shell.keys.search')],
    [['↑', '↓'], t('shell.keys.move')],
    [['↵'], t('shell.keys.open')],
    [['Esc'], t('shell.keys.close')],
    [['F8'], t('shell.keys.notices')],
    [['?'], t('shell.keys.help')],
  ]
  return (
    <>
      <Tooltip label={t('shell.keys.title')} position="right">
        <ActionIcon size={40} onClick={open} aria-label={t('shell.keys.title')}>
          <IconKeyboard size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('shell.keys.title')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <Stack gap="sm">
          {keys.map(([names, meaning]) => (
            <Group key={meaning} justify="space-between" wrap="nowrap">
              <Text>{meaning}</Text>
              <Group gap={6} wrap="nowrap">
                {names.map((name, i) => (
                  <Group key={name} gap={6} wrap="nowrap">
                    {i > 0 && names[0] !== '↑' && (
                      <Text size="xs" c="dimmed">
                        {t('shell.keys.or')}
                      </Text>
                    )}
                    <Kbd>{name}</Kbd>
                  </Group>
                ))}
              </Group>
            </Group>
          ))}
        </Stack>
      </Modal>
    </>
  )
}

// The list of keyboard shortcuts, opened by `?`.
import { Dialog } from '@flotta/ui/Dialog.tsx'
import { isTyping } from '@flotta/ui/keys.ts'
import { ActionIcon, Group, Kbd, Stack, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuScreen } from '../../../screens.ts'
import classes from './shell.module.css'

/**
 * The list.
 * @param menu the screens that `g` and a letter open
 */
export function KeyboardHelp({ menu }: { readonly menu: readonly MenuScreen[] }) {
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
      <Dialog opened={isOpen} onClose={close} title={t('shell.keys.title')} size="lg">
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
          <Text component="h3" fw={550} mt="sm">
            {t('shell.keys.go')}
          </Text>
          <ul className={classes.goKeys}>
            {menu.flatMap(({ path, title, letter, isDimmed }) =>
              letter === undefined || isDimmed
                ? []
                : [
                    <li key={path}>
                      <span>{t(title)}</span>
                      <span className={classes.goKey}>
                        <Kbd>G</Kbd> <Kbd>{letter.toUpperCase()}</Kbd>
                      </span>
                    </li>,
                  ],
            )}
          </ul>
        </Stack>
      </Dialog>
    </>
  )
}

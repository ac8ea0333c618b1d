// The recovery codes, shown only once: to copy, to print, to save as a file.
import { copyText } from '@flotta/ui/copy.ts'
import { save } from '@flotta/ui/table/export.ts'
import { Button, Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../auth/web/Notice.tsx'

export function RecoveryCodes(props: {
  readonly codes: readonly string[]
  readonly done: string
  readonly onDone: () => void
}) {
  const { codes, done, onDone } = props
  const { t } = useTranslation()
  const text = codes.join('\n')
  const list = useRef<HTMLDivElement>(null)
  const copy = () =>
    copyText(text, () => {
      if (list.current !== null) getSelection()?.selectAllChildren(list.current)
    })
  const keep = () =>
    save(new Blob([`Flotta\n${text}\n`], { type: 'text/plain' }), 'flotta-recovery-codes.txt')
  return (
    <Stack gap="md">
      <Notice kind="calm" text={t('factors.recovery.once')} />
      <SimpleGrid
        ref={list}
        cols={2}
        spacing="xs"
        aria-label={t('factors.recovery.title')}
        role="list"
      >
        {codes.map(code => (
          <Code key={code} role="listitem">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {t('factors.recovery.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} />}
          onClick={() => window.print()}
        >
          {t('factors.recovery.print')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={keep}>
          {t('factors.recovery.keep')}
        </Button>
      </Group>
      <Button onClick={onDone}>{done}</Button>
    </Stack>
  )
}

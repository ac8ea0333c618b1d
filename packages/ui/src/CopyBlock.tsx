// A text to copy, shown completely, with a button that copies it.
import { ActionIcon, Code, Group, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy.ts'

export interface CopyBlockProps {
  /** Accessible name of the text, when there are several. */
  readonly name: string
  readonly text: string
}
export function CopyBlock({ name, text }: CopyBlockProps) {
  const { t } = useTranslation()
  const block = useRef<HTMLPreElement>(null)
  const copy = () =>
    copyText(text, () => {
      if (block.current !== null) getSelection()?.selectAllChildren(block.current)
    })
  return (
    <Group wrap="nowrap" gap="xs">
      <Code
        ref={block}
        block
        style={{ flex: 1, minWidth: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <Tooltip label={t('ui.copy')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={`${t('ui.copy')}: ${name}`}
          onClick={() => void copy()}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

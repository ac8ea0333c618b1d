// The secret of a new API token, which is shown only once.
import { copyText } from '@flotta/ui/copy.ts'
import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './account.module.css'
import { Notice } from './Notice.tsx'

export interface CreatedToken {
  readonly name: string
  readonly token: string
}

export function Secret({
  made: { name, token },
  onDone,
}: {
  readonly made: CreatedToken
  readonly onDone: () => void
}) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const copy = () => copyText(token, () => field.current?.select())
  return (
    <Stack gap="md">
      <Notice kind="calm" text={t('auth.tokens.secret_once')} />
      <TextInput
        ref={field}
        className={classes.secret ?? ''}
        label={t('auth.tokens.secret', { name })}
        value={token}
        readOnly
        onFocus={e => e.currentTarget.select()}
        rightSection={
          <Tooltip label={t('auth.tokens.copy')}>
            <ActionIcon onClick={() => void copy()} aria-label={t('auth.tokens.copy')}>
              <IconCopy size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Text size="sm" c="dimmed">
        {t('auth.tokens.secret_use')}{' '}
        <span className={classes.header}>Authorization: Bearer …</span>
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onDone}>
          {t('auth.tokens.done')}
        </Button>
      </Group>
    </Stack>
  )
}

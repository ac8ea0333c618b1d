// The last command: action, author, time, outcome, and the device's answer.
import { Age } from '@flotta/ui/Age.tsx'
import { formatDateTime } from '@flotta/ui/texts.ts'
import { Code, Title } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Command } from '../contract.ts'
import { useFailureNotice } from './CommandFailure.tsx'
import classes from './commands.module.css'
import { CommandStatus, useActionName, useDataText } from './status.tsx'

export interface LastCommandProps {
  /** null: there was none yet. */
  readonly command: Command | null
}

export function LastCommand({ command }: LastCommandProps) {
  const { t } = useTranslation()
  useFailureNotice(command)
  return (
    <section className={classes.last} aria-label={t('commands.last')}>
      <Title order={3} className={classes.heading}>
        {t('commands.last')}
      </Title>
      {/* The element is always there, so that a screen reader announces the outcome. */}
      <div role="status" className={classes.line}>
        {command === null ? (
          <p className={classes.none}>{t('commands.none')}</p>
        ) : (
          <Outcome command={command} />
        )}
      </div>
      {command !== null && <CommandDetails command={command} />}
    </section>
  )
}

export function CommandFacts({ command }: { readonly command: Command }) {
  return (
    <>
      <div className={classes.line}>
        <Outcome command={command} />
      </div>
      <CommandDetails command={command} />
    </>
  )
}

function Outcome({ command: { action, status } }: { readonly command: Command }) {
  const nameOf = useActionName()
  return (
    <>
      <strong>{nameOf(action)}</strong>
      <span className={classes.grow} />
      <CommandStatus status={status} />
    </>
  )
}

function CommandDetails({ command }: { readonly command: Command }) {
  const { t } = useTranslation()
  const textOf = useDataText()
  const { message_datetime, user, command: text, command_data, reason, answer } = command
  const data = textOf(command_data)
  return (
    <>
      <div className={classes.quiet}>
        <IconUser size={14} aria-hidden />
        <span className={classes.user}>{user}</span>
        <time dateTime={message_datetime}>{formatDateTime(message_datetime)}</time>
        <span aria-hidden>·</span>
        <Age at={message_datetime} />
      </div>
      {reason !== null && <p className={classes.reason}>{t(`commands.reason.${reason}`)}</p>}
      {(data !== '' || text !== null || answer !== null) && (
        <dl className={classes.facts}>
          {data !== '' && (
            <>
              <dt>{t('commands.command_data')}</dt>
              <dd>{data}</dd>
            </>
          )}
          {text !== null && (
            <>
              <dt>{t('commands.command')}</dt>
              <dd>
                <Code>{text}</Code>
              </dd>
            </>
          )}
          {answer !== null && answer !== '' && (
            <>
              <dt>{t('commands.answer')}</dt>
              <dd>
                <Code>{answer}</Code>
              </dd>
            </>
          )}
        </dl>
      )}
    </>
  )
}

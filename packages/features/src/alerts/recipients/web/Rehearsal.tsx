// Who would be told if the form of a configuration were saved now; asked again a moment after each change.
import { query } from '@flotta/ui/api.ts'
import { Input } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type AlertRecipient, rehearse, rehearseRule } from '../contract.ts'
import { RecipientList } from './RecipientList.tsx'

/** Pause after typing before the question is sent, ms. */
const TYPED_MS = 400
export type RehearsalQuestion = z.input<typeof rehearse.body>
export type RuleQuestion = z.input<typeof rehearseRule.body>

interface RehearsalProps<Q> {
  /** null: the form has errors, or no alert is chosen yet. */
  readonly question: Q | null
  readonly alertName: (id: number) => string
}

/** The question, updated once the form has rested. */
function useRest<Q>(question: Q | null) {
  const [settled] = useDebouncedValue(question, TYPED_MS)
  return {
    settled,
    options: {
      enabled: settled !== null && question !== null,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      retry: false,
    },
  } as const
}

export function Rehearsal({ question, alertName }: RehearsalProps<RehearsalQuestion>) {
  const { settled, options } = useRest(question)
  const { data } = useQuery({
    ...query(rehearse, { body: settled ?? { vehicles: [], alerts: [], alert_channel_id: 1 } }),
    ...options,
  })
  return <Recipients alerts={question?.alerts} recipients={data} alertName={alertName} />
}

export function RuleRehearsal({ question, alertName }: RehearsalProps<RuleQuestion>) {
  const { settled, options } = useRest(question)
  const { data } = useQuery({
    ...query(rehearseRule, { body: settled ?? { vehicles: [], alerts: [], destinations: [] } }),
    ...options,
  })
  return <Recipients alerts={question?.alerts} recipients={data} alertName={alertName} />
}

function Recipients({
  alerts,
  recipients,
  alertName,
}: {
  readonly alerts: readonly number[] | undefined
  readonly recipients: readonly AlertRecipient[] | undefined
  readonly alertName: (id: number) => string
}) {
  const { t } = useTranslation()
  if (alerts === undefined || recipients === undefined) return null
  return (
    <Input.Wrapper label={t('recipients.title')} labelElement="div">
      <div aria-live="polite">
        <RecipientList
          recipients={recipients}
          label={t('recipients.title')}
          none={t('recipients.none')}
          {...(alerts.length > 1 && { alertName })}
        />
      </div>
    </Input.Wrapper>
  )
}

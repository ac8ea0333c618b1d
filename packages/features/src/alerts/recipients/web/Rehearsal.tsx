// Who would be told if the form of a configuration were saved now, asked anew a moment after each change.
import { query } from '@flotta/ui/api.ts'
import { Input } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { rehearse } from '../contract.ts'
import { RecipientList } from './RecipientList.tsx'

/** A pause in typing after which it is asked, ms. */
const TYPED_MS = 400
export type RehearsalQuestion = z.input<typeof rehearse.body>

export function Rehearsal({
  question,
  alertName,
}: {
  /** null: the form has faults, or names no alert yet. */
  readonly question: RehearsalQuestion | null
  readonly alertName: (id: number) => string
}) {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(question, TYPED_MS)
  const { data } = useQuery({
    ...query(rehearse, { body: settled ?? { vehicles: [], alerts: [], alert_channel_id: 1 } }),
    enabled: settled !== null && question !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  if (question === null || data === undefined) return null
  return (
    <Input.Wrapper label={t('recipients.title')} labelElement="div">
      <div aria-live="polite">
        <RecipientList
          recipients={data}
          label={t('recipients.title')}
          none={t('recipients.none')}
          {...(question.alerts.length > 1 && { alertName })}
        />
      </div>
    </Input.Wrapper>
  )
}

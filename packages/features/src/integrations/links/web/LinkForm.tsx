// The form of a new link: its period; and the finished link, to be copied.
import { instantOf } from '@flotta/core/time.ts'
import { messageOf, mutation } from '@flotta/ui/api.ts'
import { CopyField } from '@flotta/ui/CopyField.tsx'
import { MomentInput } from '@flotta/ui/MomentInput.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Notice } from '../../../people/auth/web/Notice.tsx'
import { type LinkForm as Body, links } from '../contract.ts'

type Subject = Omit<z.input<typeof Body>, 'from' | 'to'>
export interface LinkFormProps {
  readonly subject: Subject
  /** Epoch ms; suggested. */
  readonly from: number
  readonly to: number
  /** Fields that choose the subject. */
  readonly children?: ReactNode
}
export function LinkForm({ subject, children, ...proposal }: LinkFormProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [from, setFrom] = useState<number | null>(proposal.from)
  const [to, setTo] = useState<number | null>(proposal.to)
  const create = useMutation({
    ...mutation(links.create),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: [links.list.path] }),
  })
  const faults = fieldErrors(create.error) ?? {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from === null || to === null) return
    create.mutate({ body: { ...subject, from: instantOf(from), to: instantOf(to) } })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {children}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <MomentInput
            label={t('links.from')}
            value={from}
            onChange={setFrom}
            error={faults.from}
          />
          <MomentInput label={t('links.to')} value={to} onChange={setTo} error={faults.to} />
        </SimpleGrid>
        {create.error !== null && faults.from === undefined && faults.to === undefined && (
          <Notice
            kind="bad"
            text={Object.values(faults).map(String).join(' ') || messageOf(create.error)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={from === null || to === null}>
            {t('links.create')}
          </Button>
        </Group>
        {create.data !== undefined && (
          <CopyField label={t('links.new_link')} value={create.data.url} takesFocus />
        )}
      </Stack>
    </form>
  )
}

// The form of a rule: a new one, a changed one, or a part of one that becomes a rule of its own. Before saving it asks for a confirmation with the number of
// configurations.
import { call } from '@flotta/ui/api.ts'
import { confirm } from '@flotta/ui/Confirm.tsx'
import { useUnsaved } from '@flotta/ui/resource/unsaved.ts'
import { formatNumber } from '@flotta/ui/texts.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChatNames } from '../../chats/web/useChatNames.ts'
import type { RuleQuestion } from '../../recipients/web/Rehearsal.tsx'
import { changeRule, createRule } from '../contract.ts'
import { type Preview, previewOf } from './preview.ts'
import {
  answeredFaults,
  bodyOf,
  destinationsOf,
  type Faults,
  faultsOf,
  type RuleTask,
  type RuleValues,
  valuesOf,
} from './rule-values.ts'
import { useRulesChanged } from './useRules.ts'

const store = (task: RuleTask, values: RuleValues, chatNames: readonly string[]) =>
  task.type === 'create'
    ? call(createRule, { body: { ...bodyOf(values, chatNames), alerts: [...values.alerts] } })
    : call(changeRule, {
        params: { rule: task.rule.rule },
        body: {
          ...bodyOf(values, chatNames),
          alert_id: values.alerts[0] ?? 0,
          part: task.type === 'split' ? [...values.vehicle_ids] : null,
        },
      })

export type RuleForm = ReturnType<typeof useRuleForm>
/** @param members the vehicles of the rule */
export function useRuleForm(task: RuleTask, members: readonly number[], onStored: () => void) {
  const { t } = useTranslation()
  const chatNames = useChatNames()
  const [first] = useState(() => valuesOf(task, members))
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState<Faults>({})
  const isStored = useRef(false)
  const changed = useRulesChanged()
  useUnsaved(() => values !== first && !isStored.current)
  const preview = previewOf(
    task.type === 'create'
      ? null
      : {
          vehicles: task.type === 'split' ? values.vehicle_ids : members,
          destinations: task.rule.destinations,
        },
    { vehicles: values.vehicle_ids, destinations: destinationsOf(values, chatNames) },
    values.alerts.length,
  )
  const submit = async () => {
    const faults = faultsOf(values, chatNames)
    setErrors(Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)])))
    if (Object.keys(faults).length > 0) return
    const action = async () => {
      try {
        await store(task, values, chatNames)
        isStored.current = true
      } catch (error) {
        const answered = answeredFaults(error)
        if (answered === null) throw error
        setErrors(answered)
      }
    }
    const title = t('alert_rules.confirm')
    if (!(await confirm({ title, text: previewWords(preview, t), action })) || !isStored.current)
      return
    await changed()
    toast.success(t('alert_rules.saved'))
    onStored()
  }
  return {
    values,
    errors,
    preview,
    submit,
    question: questionOf(task, values, chatNames),
    chatNames,
    change(part: Partial<RuleValues>) {
      setValues(before => ({ ...before, ...part }))
      setErrors({})
    },
  }
}

/** How many configurations the rule will have, and what happens to the former ones. */
function previewWords(
  { total, made, removed }: Preview,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const words = [t('alert_rules.preview.total', { count: total, total: formatNumber(total) })]
  if (made > 0 && made < total)
    words.push(t('alert_rules.preview.made', { count: made, total: formatNumber(made) }))
  if (removed > 0)
    words.push(t('alert_rules.preview.removed', { count: removed, total: formatNumber(removed) }))
  return words.join(' ')
}

/** The input for the question who would be told; null: the form has errors. */
function questionOf(
  task: RuleTask,
  values: RuleValues,
  chatNames: readonly string[],
): RuleQuestion | null {
  if (Object.keys(faultsOf(values, chatNames)).length > 0) return null
  return {
    ...bodyOf(values, chatNames),
    alerts: [...values.alerts],
    rule: task.type === 'create' ? null : task.rule.rule,
    part: task.type === 'split' ? [...values.vehicle_ids] : null,
  }
}

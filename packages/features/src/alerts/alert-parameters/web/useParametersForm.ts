// The state of the form of an alert's parameters: the draft with the errors of its fields, saving and resetting, and the trial on the last days.
import { ApiError, call, mutation, query } from '@flotta/ui/api.ts'
import { toast } from '@flotta/ui/toast.tsx'
import { fieldErrors } from '@flotta/ui/zod-form.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type AlertParameters,
  BACKTEST_DAYS,
  backtest,
  list,
  reset,
  setParameters,
} from '../contract.ts'
import { bodyOf, type Draft, draftOf } from './form.ts'

export type FieldErrors = Readonly<Record<string, string>>

export function useParametersForm(vehicle_id: number, parameters: AlertParameters) {
  const { draft, errors, change, showErrors, show } = useParametersDraft(parameters)
  const trial = useTrial(vehicle_id, parameters, showErrors)
  const { save, restore } = useStoredParameters(vehicle_id, parameters, show, showErrors)
  const params = { id: vehicle_id, alert_id: parameters.alert_id }
  return {
    draft,
    errors,
    isUnchanged: JSON.stringify(draft) === JSON.stringify(draftOf(parameters)),
    /** A changed draft makes the result of an earlier trial invalid. */
    change: (part: Partial<Draft>) => {
      change(part)
      trial.reset()
    },
    trial,
    tryDraft: () => trial.mutate(draft),
    isSaving: save.isPending,
    save: () => save.mutate({ params, body: bodyOf(draft, parameters) }),
    isResetting: restore.isPending,
    reset: () => restore.mutate({ params }),
  }
}

function useParametersDraft(parameters: AlertParameters) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(parameters))
  const [errors, setErrors] = useState<FieldErrors>({})
  return {
    draft,
    errors,
    change: (part: Partial<Draft>) => {
      setDraft({ ...draft, ...part })
      setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part))))
    },
    /** An error appears at its field; an error without a field here becomes a toast. */
    showErrors: (error: unknown) => {
      const fields = fieldErrors(error)
      if (fields === null) return toast.failed(error)
      setErrors(fields)
      if (Object.keys(fields).some(field => !(field in draft))) toast.failed(error)
    },
    show: (parameters: AlertParameters) => {
      setDraft(draftOf(parameters))
      setErrors({})
    },
  }
}

/** Saves the parameters or resets them to the usual ones. `onStored` gets the stored parameters. */
function useStoredParameters(
  vehicle_id: number,
  { alert_id, name }: AlertParameters,
  onStored: (parameters: AlertParameters) => void,
  onError: (error: unknown) => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(list, { params: { id: vehicle_id } })
  const replaceInCache = (parameters: AlertParameters) => {
    client.setQueryData(queryKey, old => old?.map(p => (p.alert_id === alert_id ? parameters : p)))
    onStored(parameters)
  }
  const save = useMutation({
    ...mutation(setParameters),
    meta: { quiet: true },
    onSuccess: parameters => {
      replaceInCache(parameters)
      toast.saved(t('alert_parameters.saved', { name }))
    },
    onError,
  })
  const restore = useMutation({
    ...mutation(reset),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [list.path] })
      const parameters = client.getQueryData(queryKey)?.find(p => p.alert_id === alert_id)
      if (parameters !== undefined) replaceInCache(parameters)
      toast.saved(t('alert_parameters.taken_back', { name }))
    },
  })
  return { save, restore }
}

/** The trial of a draft on the last days; it is cancelled when the form closes. */
function useTrial(
  vehicle_id: number,
  parameters: AlertParameters,
  onFieldErrors: (error: unknown) => void,
) {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    leaving.current = controller
    return () => controller.abort()
  }, [])
  return useMutation({
    mutationFn: (draft: Draft) =>
      call(
        backtest,
        {
          params: { id: vehicle_id, alert_id: parameters.alert_id },
          body: { ...bodyOf(draft, parameters), days: BACKTEST_DAYS },
        },
        leaving.current.signal,
      ),
    meta: { quiet: true },
    onError: error => {
      if (isFieldError(error)) onFieldErrors(error)
    },
  })
}

/** Whether the server refused a value of the draft: that error appears at its field. */
export const isFieldError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422

// What the form of an alert's parameters holds and does: the draft with the errors of its fields, saving and resetting, and the trial on the last days.
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
    /** The result of an earlier trial does not hold for the changed draft. */
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
    /** An error stands at its field; one that has no field here is a toast. */
    showErrors: (error: unknown) => {
      const fields = fieldErrors(error)
      if (fields === null) return toast.failed(error)
      setErrors(fields)
      if (Object.keys(fields).some(field => !(field in draft))) toast.failed(error)
    },
    show: (stored: AlertParameters) => {
      setDraft(draftOf(stored))
      setErrors({})
    },
  }
}

/** Saving the parameters, and going back to the usual ones. `onStored` gets what is stored then. */
function useStoredParameters(
  vehicle_id: number,
  { alert_id, name }: AlertParameters,
  onStored: (stored: AlertParameters) => void,
  onError: (error: unknown) => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { queryKey } = query(list, { params: { id: vehicle_id } })
  const put = (stored: AlertParameters) => {
    client.setQueryData(queryKey, old => old?.map(p => (p.alert_id === alert_id ? stored : p)))
    onStored(stored)
  }
  const save = useMutation({
    ...mutation(setParameters),
    meta: { quiet: true },
    onSuccess: stored => {
      put(stored)
      toast.saved(t('alert_parameters.saved', { name }))
    },
    onError,
  })
  const restore = useMutation({
    ...mutation(reset),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [list.path] })
      const stored = client.getQueryData(queryKey)?.find(p => p.alert_id === alert_id)
      if (stored !== undefined) put(stored)
      toast.saved(t('alert_parameters.taken_back', { name }))
    },
  })
  return { save, restore }
}

/** The trial of a draft on the last days; it is given up when the form closes. */
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

/** The server refuses a value of the draft: that is shown at its field. */
export const isFieldError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 422

// A choice that is not set says where its value comes from.

import { show, signIn } from '@flotta/ui/testing.tsx'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { parameters } from '../catalogue.ts'
import { ParameterField } from './ParameterField.tsx'

beforeEach(signIn)

test.each([
  ['geocoding_general_report_active', 'Indirizzi nel report generico', 'Come l’azienda'],
  ['siren_active', 'Sirena', 'Come collegato'],
  ['eyecold_cmd_enabled', 'Comandi al gruppo frigo', 'Predefinito: No'],
])(
  '%s that is not set has the value of the company, of the wiring or its usual one',
  async (name, label, shown) => {
    const parameter = parameters.find(p => p.parameter === name)
    if (parameter === undefined) throw new Error(`no ${name}`)
    const input = { value: '', onChange: () => undefined }
    await show(<ParameterField parameter={parameter} vehicle_type="M" input={input} />)
    expect(screen.getByRole('combobox', { name: label })).toHaveValue(shown)
  },
)

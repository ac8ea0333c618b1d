// Customers: companies that own vehicles, and their configurations. Each customer sees and sets the companies below itself.
import { Email, Id, PhoneNumber, requiredText, text } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { optional, resource } from '@flotta/core/resource.ts'
import { z } from 'zod'

/** Parameters that the product reads, with their defaults. Values are text, as the specification lists them. Other parameters are stored as they are. */
export const configurationDefaults = {
  max_users: '50',
  max_drivers: '50',
  tos_active: '0',
  drivers_active: '0',
  t_check: '0',
  maps_view_satellite: '0',
  alert_sms: '0',
  geocoding_general_report_active: '0',
  self_service: '0',
  mqtt_active: '0',
} as const
type ConfigurationName = keyof typeof configurationDefaults
/** Parameters that are numbers of users or drivers; all others are switched on by '1'. */
export const limits = ['max_users', 'max_drivers'] as const satisfies readonly ConfigurationName[]
export const switches = [
  'drivers_active',
  'tos_active',
  't_check',
  'alert_sms',
  'maps_view_satellite',
  'geocoding_general_report_active',
  'self_service',
  'mqtt_active',
] as const satisfies readonly ConfigurationName[]
/** Parameters that are whole numbers from 1 to this maximum. Without a value a password never ages, data are kept for `retention_months` of the installation, and a destination gets 5 single alerts in 10 minutes before a digest gathers the rest. */
export const terms = {
  password_max_age_days: 3_650,
  retention_months: 240,
  retention_positions_months: 240,
  retention_temperatures_months: 240,
  retention_events_months: 240,
  alert_digest_count: 100,
  alert_digest_minutes: 1_440,
} as const
export type Term = keyof typeof terms
export const isTerm = (parameter: string): parameter is Term => Object.hasOwn(terms, parameter)
/**
 * Parameters that are empty or one of these words. `second_factor` "required": nobody signs in without a second factor. `local_accounts` "forbidden": a
 * person with an identity provider signs in only there. `command_step_up` "required": a command needs a fresh proof of identity.
 */
export const choices = {
  second_factor: ['required'],
  local_accounts: ['forbidden'],
  command_step_up: ['required'],
} as const
export type Choice = keyof typeof choices
export const isChoice = (parameter: string): parameter is Choice =>
  Object.hasOwn(choices, parameter)
const is = (list: readonly string[], parameter: string) => list.includes(parameter)

export const Configuration = z.object({ parameter: requiredText(100), value: text(500) })
export type Configuration = z.infer<typeof Configuration>
/** An empty value resets a parameter to its default; parameters that are not named stay. */
export const Configurations = z
  .array(Configuration)
  .max(100)
  .check(({ value, issues }) => {
    value.forEach((c, i) => {
      const wrong = (message: string) =>
        issues.push({ code: 'custom', message, input: c.value, path: [i, 'value'] })
      if (c.value !== '' && is(limits, c.parameter) && !/^\d{1,5}$/.test(c.value))
        wrong('validation.whole')
      if (c.value !== '' && isTerm(c.parameter)) {
        if (!/^[1-9]\d*$/.test(c.value)) wrong('validation.whole')
        else if (Number(c.value) > terms[c.parameter])
          issues.push({
            code: 'too_big',
            origin: 'number',
            maximum: terms[c.parameter],
            inclusive: true,
            input: c.value,
            path: [i, 'value'],
          })
      }
      if (c.value !== '' && is(switches, c.parameter) && c.value !== '0' && c.value !== '1')
        wrong('validation.choice')
      if (c.value !== '' && isChoice(c.parameter) && !is(choices[c.parameter], c.value))
        wrong('validation.choice')
    })
  })

export const Customer = z.object({
  id: Id,
  name: z.string(),
  vat_id: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  zip_code: z.string().nullable(),
  region: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  timezone: z.string(),
  configurations: z.array(Configuration),
})
export type Customer = z.infer<typeof Customer>

const timezones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
/** A time zone by its IANA name. */
export const Timezone = z.string().refine(zone => timezones.has(zone), 'validation.choice')
export const CustomerForm = z.object({
  name: nameText(200),
  vat_id: requiredText(30).regex(/^\d+$/, 'validation.digits'),
  email: Email,
  phone: optional(PhoneNumber),
  address: optional(text()),
  city: optional(text()),
  zip_code: optional(text(20)),
  region: optional(text()),
  /** The default is the installation's time zone. */
  timezone: Timezone.optional(),
  configurations: Configurations.default([]),
})

export const CustomerItem = z.object({ id: Id, name: z.string() })
/** The list holds the companies below the caller's own. `/all` serves sharing too, so it also holds the one above. */
export const customers = resource('customers', {
  record: Customer,
  form: CustomerForm,
  search: ['name', 'vat_id', 'email'],
  item: CustomerItem,
})

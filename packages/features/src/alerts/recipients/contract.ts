// Who is told of an alert, before configurations are saved and for an existing incident, with the reason where somebody is not told.
import { endpoint, Id, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { MultiForm } from '../alert-configurations/contract.ts'
import { NewRuleForm, RuleForm } from '../alert-rules/contract.ts'
import { Delivery, DeliveryFault } from '../deliveries/contract.ts'
import { EscalationEnd, GroupRole } from '../escalations/contract.ts'

/**
 * Reasons why somebody is not told, beside the faults of a delivery. `muted`: the alert is switched off on the vehicle; `hours`: it is outside of the hours
 * of the alert; `late`: the alert was found some time after its end; `later`: the configuration is newer than the alert; `no_server`: mails or SMS wait in
 * the outbox until the provider sets a server; `role`: the account is closed or may not see alerts. For later steps also `taken`: somebody took the alert;
 * `nobody`: its group is empty.
 */
export const ObstacleCode = z.enum([
  ...new Set([...DeliveryFault.options, ...EscalationEnd.options]),
  'muted',
  'hours',
  'late',
  'later',
  'no_server',
  'role',
])
export type ObstacleCode = z.infer<typeof ObstacleCode>

/**
 * Why somebody is not told of an alert on some vehicles; `plates`: the first of them. `until`: when this ends, if it ends by the clock. `text` is in the
 * reader's language.
 */
export const Obstacle = z.object({
  code: ObstacleCode,
  text: z.string(),
  alert_id: z.int(),
  vehicles: z.int(),
  plates: z.array(z.string()),
  until: Instant.nullable(),
})
export type Obstacle = z.infer<typeof Obstacle>

/**
 * Somebody who is told or not. `person`: the colleague who has the address. `draft`: the configuration is not saved yet. `vehicles`: the number of vehicles
 * of which they would be told now. `delivery`: the state of the message about an incident. `after`: 0 at once, else the minutes after which they are told if
 * nobody has taken the alert; `due_at`: when that would be; `role`: the group that the step names; `stay_minutes`: how long a vehicle has been in the area
 * when they are told, null for alerts other than stays.
 */
export const AlertRecipient = z.object({
  alert_channel_id: z.int(),
  destination: z.string(),
  person: z.object({ id: Id, name: z.string() }).nullable(),
  draft: z.boolean(),
  after: z.int(),
  due_at: Instant.nullable(),
  role: GroupRole.nullable(),
  stay_minutes: z.int().nullable(),
  vehicles: z.int(),
  delivery: Delivery.nullable(),
  obstacles: z.array(Obstacle),
})
export type AlertRecipient = z.infer<typeof AlertRecipient>

/** Without destinations: the recipients of the stored configurations. `configuration_id`: the configuration that would be changed. */
export const RehearsalForm = MultiForm.extend({
  destinations: z.array(z.string().trim().max(254)).max(100).default([]),
  configuration_id: Id.optional(),
})
export const rehearse = endpoint({
  method: 'POST',
  path: '/alerts/configurations/recipients',
  summary:
    'Who would be told now of some alerts of some vehicles if these configurations were saved, and why somebody would not be; nothing is stored',
  reads_only: true,
  allow: 'edit',
  scope: 'customer',
  body: RehearsalForm,
  body_limit: 262_144,
  reply: z.array(AlertRecipient),
})
/** `rule`: the rule that would be changed; null: a new one. */
export const RuleRehearsalForm = NewRuleForm.extend({
  part: RuleForm.shape.part,
  rule: z.string().max(32).nullable().default(null),
})
export const rehearseRule = endpoint({
  method: 'POST',
  path: '/alerts/rules/recipients',
  summary:
    'Who would be told now if this rule were saved, and why somebody would not be; nothing is stored',
  reads_only: true,
  allow: 'edit',
  scope: 'customer',
  body: RuleRehearsalForm,
  body_limit: 262_144,
  reply: z.array(AlertRecipient),
})
export const recipientsOfIncident = endpoint({
  method: 'GET',
  path: '/alerts/active/recipients',
  summary: 'Who was told of an incident that the caller sees, and why somebody was not',
  allow: 'view',
  scope: 'customer',
  query: z.object({ incident_id: z.uuid() }),
  reply: z.array(AlertRecipient),
})

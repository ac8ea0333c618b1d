// Checks what a report may be requested about.

import { exceedsHistoryLimit, Period } from '@flotta/core/contract.ts'
import { invalid } from '@flotta/core/problem.ts'
import { instantOf } from '@flotta/core/time.ts'
import type { ReportFormat, ReportType } from './contract.ts'
import { reportServices } from './services.ts'
import { reportTypes } from './types.ts'

/** The subject of a requested report. */
export interface RequestedReport {
  readonly type: ReportType
  /** Service names, joined by commas. */
  readonly services: string
  readonly period_from: string
  readonly period_to: string
}
export interface AcceptedRequest {
  /** The requested services, or those of the type. */
  readonly services: readonly string[]
  /** Epoch ms. */
  readonly from: number
  readonly to: number
}

/** The services that a request names, or those of the type. Throws `invalid`. */
export function namedServices(type: ReportType, services: string): readonly string[] {
  const names = [...new Set(services.split(',').flatMap(word => word.trim() || []))]
  if (names.some(word => !reportServices.includes(word)))
    throw invalid({ services: 'validation.choice' })
  const typeServices = reportTypes[type].services
  if (typeServices === 'asked' && names.length === 0)
    throw invalid({ services: 'reports.no_services' })
  return names.length > 0 ? names : typeServices === 'asked' ? [] : typeServices
}

/**
 * Checks the services and the period, whose end is cut to now. Throws `invalid`.
 * @param zone the customer's zone, by whose clocks the 31 days are counted
 */
export function acceptRequest(
  { type, services, period_from, period_to }: RequestedReport,
  zone: string,
  now: number,
): AcceptedRequest {
  const names = namedServices(type, services)
  const from = Date.parse(period_from)
  const to = Math.min(Date.parse(period_to), now)
  if (from >= now) throw invalid({ period_from: 'validation.future' })
  if (from >= to) throw invalid({ period_to: 'validation.before_start' })
  if (
    !Period.safeParse({ period_from, period_to: instantOf(to) }).success ||
    exceedsHistoryLimit({ period_from, period_to: instantOf(to) }, zone)
  )
    throw invalid({ period_to: 'validation.too_long' })
  return { services: names, from, to }
}

/** The services whose parts a report has. */
export function servicesOf(type: ReportType, services: readonly string[]): readonly string[] {
  const typeServices = reportTypes[type].services
  return typeServices === 'asked' ? services : typeServices
}

export const formatFor = (type: ReportType, format: ReportFormat | undefined): ReportFormat =>
  format ?? (type === 'temp' ? 'pdf' : 'xlsx')

/** A file name that every file system accepts: words, joined by `_`. */
export const fileName = (words: readonly string[], extension: string): string =>
  `${words
    .map(word =>
      word
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\w.-]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter(word => word !== '')
    .join('_')}.${extension}`

// Receipts for tests.
import { HOUR, MINUTE } from '@flotta/core/time.ts'
import type { Receipt } from './contract.ts'

const END = Date.parse('2026-11-22T11:00:00Z')
const iso = (at: number): string => new Date(at).toISOString()

/** A frozen load of the last `hours` before noon of 22 November. It is too warm for 45 minutes from 18:00, and nothing is measured from 3 to 5. */
export function receiptOfTests({ hours = 24 }: { readonly hours?: number } = {}): Receipt {
  const from = END - Math.max(1, hours) * HOUR
  const [warm, silent] = [END - 18 * HOUR, END - 9 * HOUR]
  const rows: Receipt['rows'] = []
  for (let at = from + 15 * MINUTE; hours > 0 && at <= END; at += 15 * MINUTE) {
    if (at > silent && at < silent + 2 * HOUR) continue
    const out = at >= warm && at < warm + 45 * MINUTE
    rows.push({
      ...{
        at: iso(at),
        T1: out ? -11 : -18.4,
        T2: -18,
        T3: null,
        T4: null,
        setpoint_t1: -20,
        setpoint_t2: null,
        setpoint_t3: null,
      },
      ...{
        extremes: [],
        out: out ? ['T1'] : [],
        marked: out,
        reason: at === from + 30 * MINUTE ? 'late' : null,
        registered: true,
      },
    })
  }
  const samples = rows.length
  const completeFigures = { completeness: 91.6, registered: true }
  return {
    company: {
      name: 'Trasporti Aurora S.r.l.',
      vat_id: 'IT01234567890',
      address: 'Via Emilia 1',
      zip_code: '29122',
      city: 'Piacenza',
      region: null,
    },
    vehicle: {
      id: 12,
      plate: 'FR123KL',
      serial: 'XLR2020017',
      model: 'Krone Cool Liner',
      unit_code: 'FL0000012',
      vehicle_type: 'S',
    },
    period_from: iso(from),
    period_to: iso(END),
    timezone: 'Europe/Rome',
    issued_at: iso(END + MINUTE),
    interval: 900,
    rows,
    statistics:
      samples === 0
        ? []
        : [
            {
              ...completeFigures,
              sensor: 'T1',
              min: -18.4,
              min_at: iso(from),
              max: -11,
              max_at: iso(warm),
              average: -17.9,
              mean_kinetic: -17.5,
              samples,
              minutes_outside: 45,
            },
            {
              ...completeFigures,
              sensor: 'T2',
              min: -18,
              min_at: iso(from),
              max: -18,
              max_at: iso(from),
              average: -18,
              mean_kinetic: -18,
              samples,
              minutes_outside: 0,
            },
          ],
    excursions:
      samples === 0
        ? []
        : [
            {
              sensor: 'T1',
              from: iso(warm),
              to: iso(warm + 45 * MINUTE),
              minutes: 45,
              peak: -11,
              peak_at: iso(warm),
              cause: 'door',
              registered: true,
            },
          ],
    verdict: samples === 0 ? 'unknown' : 'outside',
    limits:
      samples === 0
        ? []
        : (['T1', 'T2'] as const).map(sensor => ({
            ...{ sensor, compartment: 1, from: iso(from), to: iso(END) },
            ...{ setpoint: -20, tolerance: 5 },
          })),
    conditions:
      samples === 0
        ? []
        : [{ kind: 'door', from: iso(warm - 10 * MINUTE), to: iso(warm + 5 * MINUTE) }],
    sensors:
      samples === 0
        ? []
        : [
            { sensor: 'T1', serial: '28-00041', checked: '2026-03-02' },
            { sensor: 'T2', serial: null, checked: null },
          ],
    since: null,
    registered: true,
    gaps:
      hours > 0
        ? [{ from: iso(silent), to: iso(silent + 2 * HOUR) }]
        : [{ from: iso(from), to: iso(END) }],
    digest: 'ab'.repeat(32),
    code: 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA',
    short_code: '04106-20G3G-C1RT',
    url: 'https://fleet.example/verify?c=AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4_QA',
  }
}

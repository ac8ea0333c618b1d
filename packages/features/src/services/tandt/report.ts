// The trailer beacon report: the coupled vehicles with period and place, and whether they were authorised.
import type {
  Cell,
  Column,
  Item,
  ReportAsk,
  ReportPart,
  ReportVehicle,
  Sheet,
} from '@flotta/platform/report.ts'
import { placesWhen } from '../../sheet-places.ts'
import {
  changesOf,
  column,
  durationColumn,
  fromColumn,
  type HeldValue,
  heldValues,
  isUntold,
  offPaper,
  placeColumn,
  seconds,
  toColumn,
  totalOf,
  vehicleSheet,
} from '../../sheets.ts'
import type { Beacon } from './contract.ts'
import { beacon } from './kinds.ts'
import { namedBeacons } from './queries.ts'
import { tandtReport } from './report-services.ts'
import { beaconState, shownCode } from './rules.ts'

interface HeldCoupling extends HeldValue<string> {
  readonly beacon: Beacon
}
interface VehicleCouplings {
  readonly couplings: readonly HeldCoupling[]
  /** The vehicle never read beacons. */
  readonly isUnknown: boolean
}
async function couplingsIn(ask: ReportAsk, one: ReportVehicle): Promise<VehicleCouplings> {
  const changes = await changesOf(ask, one, beacon)
  const heldBeacons = changes
    .flatMap(change => heldValues(change, data => data.beacon_code))
    .filter(({ value }) => value !== '')
  const beacons = await namedBeacons(
    ask.ctx,
    ask,
    one.vehicle,
    heldBeacons.map(({ from, value }) => ({ at: from, data: { beacon_code: value } })),
  )
  return {
    couplings: heldBeacons.flatMap((coupling, i) =>
      beacons[i] === undefined ? [] : [{ ...coupling, beacon: beacons[i] }],
    ),
    isUnknown: isUntold(changes),
  }
}
const figureColumns: readonly Column[] = [
  column('couplings', 'count', 'tandt.report.couplings'),
  column('coupled_for', 'duration', 'tandt.report.coupled_for'),
]
const figuresOf = (couplings: readonly HeldCoupling[]): Cell[] => [
  couplings.filter(({ began }) => began).length,
  seconds(couplings.reduce((sum, { from, to }) => sum + to - from, 0)),
]

const couplings = (ask: ReportAsk): Sheet => {
  const { ctx, language } = ask
  const places = placesWhen(ask)
  return vehicleSheet(
    ask,
    'tandt_couplings',
    'tandt.report.couplings',
    [
      column('coupled_to', 'text', 'tandt.report.coupled_to'),
      column('beacon_code', 'text', 'tandt.report.code'),
      column('state', 'text', 'tandt.report.state'),
      fromColumn,
      toColumn,
      durationColumn,
      placeColumn,
    ],
    async function* (one): AsyncIterable<Item> {
      const { couplings: found, isUnknown } = await couplingsIn(ask, one)
      if (isUnknown) return
      const names = await places(
        one,
        found.map(({ from }) => from),
      )
      for (const [i, { from, to, goesOn, beacon: beaconOfCoupling }] of found.entries()) {
        const state = beaconState(beaconOfCoupling)
        const plate =
          beaconOfCoupling.locked_vehicle?.plate ?? ctx.say(language, { key: 'tandt.stranger' })
        const stateText = ctx.say(language, { key: `tandt.state.${state}` })
        yield {
          row: [
            one.plate,
            plate,
            beaconOfCoupling.beacon_code === null ? null : shownCode(beaconOfCoupling.beacon_code),
            stateText,
            from,
            goesOn ? null : to,
            seconds(to - from),
            names[i] ?? null,
          ],
          marked: state === 'unauthorized',
        }
      }
      const [, coupled_for = null] = figuresOf(found)
      yield {
        total: [null, null, null, null, null, null, coupled_for, null],
        label: totalOf(one.plate),
      }
    },
  )
}

export const reports: readonly ReportPart[] = [
  {
    ...tandtReport,
    sheets: ask => [couplings(ask)],
    line: {
      columns: figureColumns.slice(0, 1).map(offPaper),
      async of(ask, one) {
        const { couplings: found, isUnknown } = await couplingsIn(ask, one)
        return isUnknown ? [null] : figuresOf(found).slice(0, 1)
      },
    },
  },
]

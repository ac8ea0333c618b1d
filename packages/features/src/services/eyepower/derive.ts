// Alerts of the vehicle's battery: low voltage.
import { derivation } from '@flotta/core/derivation.ts'
import { DAY } from '@flotta/core/time.ts'
import {
  type ConditionState,
  conditionEffects,
  isRaised,
  limitBelow,
  nextCondition,
  ruleOf,
} from '../../alerts/incidents/rules.ts'
import { alerts } from './alerts.ts'
import {
  SHOWS_24_V,
  type SystemMemory,
  VOLTAGE_ALARM_PERCENT,
  VOLTAGE_MEMORY,
  VOLTAGE_WARNING_PERCENT,
  type VoltageLevel,
  voltagePercent,
} from './rules.ts'

/** After this time a device that moved from a 24 V vehicle to a 12 V one is treated as 12 V. */
const FORGOTTEN_AFTER = 30 * DAY

interface Voltage extends SystemMemory {
  readonly warning: ConditionState
  readonly alarm: ConditionState
}
/** The stored form before all alerts shared one form of state. */
interface Before extends SystemMemory {
  readonly level: VoltageLevel
}
const warningRuleOf = ruleOf(alerts.voltage_warning)
const alarmRuleOf = ruleOf(alerts.voltage_alarm)

const voltage = derivation<Voltage>({
  name: VOLTAGE_MEMORY,
  needs: ['power'],
  start: { seen_24: null, warning: false, alarm: false },
  stored: {
    read(json) {
      if ((json as Voltage).warning !== undefined) return json as Voltage
      const { level, seen_24 } = json as Before
      return { seen_24, warning: level === 'warning', alarm: level === 'alarm' }
    },
  },
  step(memory, sample, facts) {
    const { at, power } = sample
    const volts = power?.external_voltage ?? null
    if (volts === null) return null
    const lastSeen24 =
      memory.seen_24 !== null && at - memory.seen_24 > FORGOTTEN_AFTER ? null : memory.seen_24
    const seen_24 = volts >= SHOWS_24_V ? Math.floor(at / DAY) * DAY : lastSeen24
    const system = seen_24 === null ? 12 : 24
    const percent = voltagePercent(volts, system)
    const [warningRule, alarmRule] = [warningRuleOf(facts), alarmRuleOf(facts)]
    const alarmLimit = alarmRule.threshold ?? VOLTAGE_ALARM_PERCENT
    const warningLimit = warningRule.threshold ?? VOLTAGE_WARNING_PERCENT
    const alarm = nextCondition(
      alarmRule,
      memory.alarm,
      percent <= limitBelow(alarmLimit, alarmRule, memory.alarm),
      sample,
    )
    // The alarm replaces the warning.
    const low = !isRaised(alarm) && percent <= limitBelow(warningLimit, warningRule, memory.warning)
    const warning = nextCondition(warningRule, memory.warning, low, sample)
    if (alarm === memory.alarm && warning === memory.warning)
      return seen_24 === memory.seen_24 ? null : { state: { seen_24, warning, alarm } }
    const data = { external_voltage: volts, percent, system }
    const effects = [
      ...conditionEffects(alerts.voltage_warning.id, memory.warning, warning, sample, {
        ...data,
        limit: warningLimit,
      }),
      ...conditionEffects(alerts.voltage_alarm.id, memory.alarm, alarm, sample, {
        ...data,
        limit: alarmLimit,
      }),
    ]
    return {
      state: { seen_24, warning, alarm },
      effects: effects.sort((a, b) => Number(a.effect === 'raise') - Number(b.effect === 'raise')),
    }
  },
})

export const derivations = [voltage]

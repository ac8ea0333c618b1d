// The language spoken between devices and the product. Inside, times are epoch milliseconds (UTC); ISO text exists only on the wire.
// Units: km/h, km, metres, degrees, °C, volts, bar, percent.

/** A fix as the device gave it. Latitude and longitude are integers of 1e-7 degrees, as on the wire and in the database. */
export interface Fix {
  readonly latitude_e7: number
  readonly longitude_e7: number
  /** metres */
  readonly altitude: number
  /** degrees from north, clockwise, 0–359 */
  readonly direction: number
  /** km/h */
  readonly speed: number
  readonly satellites: number
}

/** One moment of one device, as decoded: meaning is given later by profile and wiring. */
export interface Message {
  /** Device time, epoch ms. */
  readonly at: number
  /** null: no fix ((0,0), or 0 satellites where the protocol reports them); sensor values are stored all the same. */
  readonly fix: Fix | null
  /** Raw parameters by the device's own ids, in the form of `core/io.ts`. */
  readonly io: Uint8Array
}

/** The device's answer to a command, or text it sends on its own. */
export interface CommandReply {
  readonly text: string
  /** Device time where the protocol gives it, epoch ms. */
  readonly at?: number
  /** The device refused (Teltonika codec 14 NACK). */
  readonly refused?: boolean
  /** Not an answer to a command: data of a serial port or camera that the device passes on. */
  readonly unsolicited?: boolean
  /** The payload was no text; `text` is its bytes in hexadecimal. */
  readonly hex?: boolean
}

/** Field-standard names that profiles give to raw ids. Values are numbers in the unit named here, or text. */
export const words = {
  event: 'id',
  priority: 'id',
  generation: 'id',
  /** The record had no time and was given the time of its receipt. */
  receipt_time: 'bool',
  ignition: 'bool',
  movement: 'bool',
  private_mode: 'bool',
  odometer: 'm',
  trip_odometer: 'm',
  can_odometer: 'm',
  can_odometer_counted: 'm',
  tacho_odometer: 'm',
  tacho_trip: 'm',
  obd_odometer: 'km',
  power: 'V',
  battery: 'V',
  battery_current: 'A',
  battery_level: '%',
  gsm_signal: '0-5',
  operator: 'id',
  gnss_status: 'id',
  pdop: '',
  hdop: '',
  cell_id: 'id',
  lte_cell_id: 'id',
  lac: 'id',
  data_mode: 'id',
  sleep_mode: 'id',
  in1: 'bool',
  in2: 'bool',
  in3: 'bool',
  in4: 'bool',
  out1: 'bool',
  out2: 'bool',
  out3: 'bool',
  out4: 'bool',
  adc1: 'V',
  adc2: 'V',
  adc3: 'V',
  adc4: 'V',
  axis_x: 'mg',
  axis_y: 'mg',
  axis_z: 'mg',
  temp1: '°C',
  temp2: '°C',
  temp3: '°C',
  temp4: '°C',
  temp5: '°C',
  temp6: '°C',
  temp1_sensor: 'text',
  temp2_sensor: 'text',
  temp3_sensor: 'text',
  temp4_sensor: 'text',
  temp5_sensor: 'text',
  temp6_sensor: 'text',
  ble_temp1: '°C',
  ble_temp2: '°C',
  ble_temp3: '°C',
  ble_temp4: '°C',
  ble_humidity1: '%',
  ble_humidity2: '%',
  ble_humidity3: '%',
  ble_humidity4: '%',
  ble_battery1: '%',
  ble_battery2: '%',
  ble_battery3: '%',
  ble_battery4: '%',
  probe_temp1: '°C',
  probe_temp2: '°C',
  probe_temp3: '°C',
  probe_temp4: '°C',
  probe_temp5: '°C',
  probe_temp6: '°C',
  eye_temp1: '°C',
  eye_temp2: '°C',
  eye_temp3: '°C',
  eye_temp4: '°C',
  eye_humidity1: '%',
  eye_humidity2: '%',
  eye_humidity3: '%',
  eye_humidity4: '%',
  eye_battery1: 'V',
  eye_battery2: 'V',
  eye_battery3: 'V',
  eye_battery4: 'V',
  eye_low_battery1: 'bool',
  eye_low_battery2: 'bool',
  eye_low_battery3: 'bool',
  eye_low_battery4: 'bool',
  eye_magnet1: 'bool',
  eye_magnet2: 'bool',
  eye_magnet3: 'bool',
  eye_magnet4: 'bool',
  /** The beacon with the strongest signal, '' for none. */
  ble_beacon: 'text',
  ble_fuel1: 'raw',
  ble_fuel2: 'raw',
  ble_fuel3: 'raw',
  ble_fuel4: 'raw',
  lls_fuel1: 'raw',
  lls_fuel2: 'raw',
  lls_fuel3: 'raw',
  lls_fuel4: 'raw',
  lls_fuel5: 'raw',
  lls_temp1: '°C',
  lls_temp2: '°C',
  lls_temp3: '°C',
  lls_temp4: '°C',
  lls_temp5: '°C',
  ultrasonic_fuel1: 'mm',
  ultrasonic_fuel2: 'mm',
  gps_fuel_used: 'l',
  gps_fuel_rate: 'l/100km',
  obd_speed: 'km/h',
  obd_rpm: 'rpm',
  obd_fuel_level: '%',
  obd_fuel_level_l: 'l',
  obd_engine_load: '%',
  obd_coolant_temp: '°C',
  can_speed: 'km/h',
  can_pedal: '%',
  can_fuel_used: 'l',
  can_fuel_used_counted: 'l',
  can_fuel_used_fine: 'raw',
  can_fuel_level_l: 'l',
  can_fuel_level: '%',
  can_rpm: 'rpm',
  can_engine_minutes: 'min',
  can_engine_minutes_counted: 'min',
  can_fuel_rate: 'l/h',
  can_engine_temp: '°C',
  can_engine_load: '%',
  can_adblue: '%',
  can_adblue_l: 'l',
  axle1_load: 'kg',
  axle2_load: 'kg',
  axle3_load: 'kg',
  axle4_load: 'kg',
  axle5_load: 'kg',
  axle6_load: 'kg',
  axle7_load: 'kg',
  axle8_load: 'kg',
  axle9_load: 'kg',
  axle10_load: 'kg',
  axle11_load: 'kg',
  axle12_load: 'kg',
  axle13_load: 'kg',
  axle14_load: 'kg',
  axle15_load: 'kg',
  gross_weight: 'kg',
  engine_hours: 'h',
  service_distance: 'km',
  coolant_temp: '°C',
  ambient_temp: '°C',
  mil: 'bool',
  dtc_count: 'count',
  dtc_codes: 'text',
  ibutton: 'text',
  rfid: 'text',
  rfid2: 'text',
  licence_name: 'text',
  licence_id: 'text',
  licence_status: 'id',
  driver1_card_a: 'text',
  driver1_card_b: 'text',
  driver2_card_a: 'text',
  driver2_card_b: 'text',
  driver1_present: 'bool',
  driver2_present: 'bool',
  driver1_state: 'id',
  driver2_state: 'id',
  driver1_time_state: 'id',
  driver1_continuous_driving: 'min',
  driver1_break: 'min',
  driver1_activity: 'min',
  driver1_driving: 'min',
  driver2_time_state: 'id',
  driver2_continuous_driving: 'min',
  driver2_break: 'min',
  driver2_activity: 'min',
  driver2_driving: 'min',
  tacho_speed: 'km/h',
  vin: 'text',
  vin_a: 'text',
  vin_b: 'text',
  vin_c: 'text',
  plate_a: 'text',
  plate_b: 'text',
  green_driving_type: 'id',
  green_driving_value: 'raw',
  green_driving_duration: 'ms',
  overspeeding: 'km/h',
  jamming: 'bool',
  unplugged: 'bool',
  towing: 'bool',
  crash: 'id',
  idling: 'bool',
  immobilizer: 'id',
  authorized_driving: 'bool',
  auto_geofence: 'id',
  geofence_overspeed: 'bool',
  custom_scenario1: 'bool',
  custom_scenario2: 'bool',
  custom_scenario3: 'bool',
  custom_scenario4: 'bool',
  device_trip: 'id',
  alarm_button: 'bool',
  /** Kinds of alarm as bits (`core/device-alarms.ts`). */
  device_alarm: 'alarms',
  reefer_fuel: '%',
  reefer_fuel2: '%',
  reefer_battery: 'V',
  reefer_hours_electric: 'h',
  reefer_hours_vehicle: 'h',
  reefer_hours_engine: 'h',
  reefer_door: 'id',
  reefer_alarm: 'id',
  reefer_rpm: 'rpm',
  reefer_run_mode: 'id',
  reefer_ambient: '°C',
  reefer_coolant: '°C',
  reefer_external1: '°C',
  reefer_external2: '°C',
  reefer_external3: '°C',
  reefer_external4: '°C',
  reefer_external5: '°C',
  reefer_external6: '°C',
  zone1_state: 'id',
  zone1_mode: 'id',
  zone1_return1: '°C',
  zone1_return2: '°C',
  zone1_supply1: '°C',
  zone1_supply2: '°C',
  zone1_setpoint: '°C',
  zone1_evaporator: '°C',
  zone1_power_mode: 'id',
  zone2_state: 'id',
  zone2_mode: 'id',
  zone2_return1: '°C',
  zone2_return2: '°C',
  zone2_supply1: '°C',
  zone2_supply2: '°C',
  zone2_setpoint: '°C',
  zone2_evaporator: '°C',
  zone3_state: 'id',
  zone3_mode: 'id',
  zone3_return1: '°C',
  zone3_return2: '°C',
  zone3_supply1: '°C',
  zone3_supply2: '°C',
  zone3_setpoint: '°C',
  zone3_evaporator: '°C',
  zone3_operating_mode: 'id',
  tyre1_pressure: 'bar',
  tyre2_pressure: 'bar',
  tyre3_pressure: 'bar',
  tyre4_pressure: 'bar',
  tyre5_pressure: 'bar',
  tyre6_pressure: 'bar',
  tyre7_pressure: 'bar',
  tyre8_pressure: 'bar',
  tyre9_pressure: 'bar',
  tyre10_pressure: 'bar',
  tyre11_pressure: 'bar',
  tyre12_pressure: 'bar',
  tyre13_pressure: 'bar',
  tyre14_pressure: 'bar',
  tyre15_pressure: 'bar',
  tyre16_pressure: 'bar',
  tyre17_pressure: 'bar',
  tyre18_pressure: 'bar',
  tyre19_pressure: 'bar',
  tyre20_pressure: 'bar',
  tyre21_pressure: 'bar',
  tyre22_pressure: 'bar',
  tyre23_pressure: 'bar',
  tyre24_pressure: 'bar',
  tyre1_temp: '°C',
  tyre2_temp: '°C',
  tyre3_temp: '°C',
  tyre4_temp: '°C',
  tyre5_temp: '°C',
  tyre6_temp: '°C',
  tyre7_temp: '°C',
  tyre8_temp: '°C',
  tyre9_temp: '°C',
  tyre10_temp: '°C',
  tyre11_temp: '°C',
  tyre12_temp: '°C',
  tyre13_temp: '°C',
  tyre14_temp: '°C',
  tyre15_temp: '°C',
  tyre16_temp: '°C',
  tyre17_temp: '°C',
  tyre18_temp: '°C',
  tyre19_temp: '°C',
  tyre20_temp: '°C',
  tyre21_temp: '°C',
  tyre22_temp: '°C',
  tyre23_temp: '°C',
  tyre24_temp: '°C',
  can_door1: 'bool',
  can_door2: 'bool',
  can_door3: 'bool',
  can_door4: 'bool',
  can_hood: 'bool',
  can_trunk: 'bool',
} as const
export type Word = keyof typeof words
/** Named values in the units of `words`; texts for the words of that kind, '' when the device reports that there is none (no iButton attached). */
export type Values = Partial<Record<Word, number | string>>

/**
 * The readings of records by kind, after the device's profile and the vehicle's wiring have given each value its meaning. Each feature's kinds.ts
 * adds its own by declaration merging.
 */
export interface ReadingKinds {
  readonly ignition: { readonly ignition: boolean }
}
/** What a vehicle does; idling: it stands with its engine on. */
export const motions = ['moving', 'idling', 'parked'] as const
export type MotionState = (typeof motions)[number]

/** Latitude and longitude are degrees here; `odometer` is the device's own total in metres where the device reports one. */
export interface PositionData {
  readonly latitude: number
  readonly longitude: number
  readonly altitude: number
  readonly direction: number
  readonly speed: number
  readonly satellites: number
  readonly moving: boolean
}

/** A command to a device; the profile gives its text. */
export interface Command {
  readonly id: number
  readonly command: string
  readonly command_data: Readonly<Record<string, string | number | boolean>>
}

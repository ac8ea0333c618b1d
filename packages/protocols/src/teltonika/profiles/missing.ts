// Raw values by which Teltonika devices say that a sensor has no value.

/**
 * Dallas: not ready (850, 5000 and all bits set), read error, not connected, wrong sensor. 850 would be 85.0 °C, the sensor's own value after
 * power-up, and all bits set −0.1 °C:
 * losing such a reading is better than reporting a false one.
 */
export const NO_DALLAS = [-1, 850, 2000, 3000, 4000, 5000]
/**
 * BLE temperature: error codes for parsing, not found and abnormal, of older and newer firmware. The older codes are also 20.00, 30.00 and 40.00 °C:
 * losing such a reading is better than reporting a false 40 °C.
 */
export const NO_BLE_TEMPERATURE = [2000, 3000, 4000, 32765, 32766, 32767]
/** BLE humidity: the same codes, all 200 % and above except in older firmware. */
export const NO_BLE_HUMIDITY = [2000, 3000, 4000, 65533, 65534, 65535]
/** Outside the range of any thermometer: ±3276 or ±327 °C. */
export const NO_TEMPERATURE = [-32768, 32765, 32766, 32767]
/** Refrigeration units: the same codes, and all bits set before the unit is ready. */
export const NO_REEFER_TEMPERATURE = [-1, ...NO_TEMPERATURE]
/** LLS: negative levels are error codes. */
export const NO_LLS = [-1, -2, -3, -4]
/** Ultrasonic: negative levels are error codes. */
export const NO_ULTRASONIC = Array.from({ length: 15 }, (_, i) => -1 - i)
/** J1939 service distance: the lowest value means that the vehicle does not report it. */
export const NO_SERVICE_DISTANCE = [-160635]
/** Wheels without a sensor or whose sensor is not received: all bits set. */
export const NO_TYRE_PRESSURE = [65_535]

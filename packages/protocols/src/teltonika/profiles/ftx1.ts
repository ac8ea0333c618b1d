// FTx1: FTC881, FTC921, FTC961, FTM and their relatives of the FT platform.
// Sources: the vendor's pages "FTC881/FTC921/FTC961 Teltonika Data Sending Parameters ID" (firmware 2.1.1), and a published table of readings of an FTC921. Other ids stay raw.
import type { Profile } from '@flotta/core/protocol.ts'
import { everyProfile } from '../every-profile.ts'

export const ftx1: Profile = {
  code: 'ftx1',
  name: 'Teltonika FTx1 (FTC881/921/961)',
  ...everyProfile,
  parameters: [
    { id: 239, word: 'ignition' },
    { id: 240, word: 'movement' },
    // The supply is 800 in this family, up to 150 V; 66 is not used.
    { id: 800, word: 'power', scale: 0.001 },
    { id: 67, word: 'battery', scale: 0.001 },
    { id: 68, word: 'battery_current', scale: 0.001 },
    { id: 113, word: 'battery_level' },
    { id: 16, word: 'odometer' },
    { id: 199, word: 'trip_odometer' },
    { id: 69, word: 'gnss_status' },
    { id: 181, word: 'pdop', scale: 0.1 },
    { id: 182, word: 'hdop', scale: 0.1 },
    { id: 21, word: 'gsm_signal' },
    { id: 80, word: 'data_mode' },
    { id: 200, word: 'sleep_mode' },
    { id: 205, word: 'cell_id' },
    { id: 206, word: 'lac' },
    { id: 241, word: 'operator' },
    { id: 1, word: 'in1' },
    { id: 9, word: 'adc1', scale: 0.001 },
    { id: 17, word: 'axis_x', signed: true },
    { id: 18, word: 'axis_y', signed: true },
    { id: 19, word: 'axis_z', signed: true },
    { id: 12, word: 'gps_fuel_used', scale: 0.001 },
    { id: 250, word: 'device_trip' },
    { id: 253, word: 'green_driving_type' },
    { id: 254, word: 'green_driving_value' },
    { id: 255, word: 'overspeeding' },
    { id: 358, word: 'custom_scenario1' },
    { id: 359, word: 'custom_scenario2' },
    { id: 360, word: 'custom_scenario3' },
    { id: 391, word: 'private_mode' },
  ],
}

// For a test: a process that packs a day of a vehicle and kills itself right after sending one of its statements, without waiting for the outcome.
import process from 'node:process'
import pg from 'pg'
import { packVehicleDay } from './packing.ts'
import { packDayReadings } from './reading-packing.ts'

const [connectionString, vehicle_id, day, allowed] = process.argv.slice(2)
let statements = Number(allowed)

class KilledClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super(options)
    const send = this.query.bind(this)
    Object.assign(this, {
      query(...args: Parameters<typeof send>) {
        const answer = send(...args)
        if (statements-- === 0) process.kill(process.pid, 'SIGKILL')
        return answer
      },
    })
  }
}
const pool = new pg.Pool({
  connectionString,
  max: 1,
  application_name: 'packing that is killed',
  Client: KilledClient,
})
await packVehicleDay(pool, Number(vehicle_id), Number(day))
await packDayReadings(pool, Number(vehicle_id), Number(day))
await pool.end()

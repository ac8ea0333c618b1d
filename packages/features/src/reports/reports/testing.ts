// Reports for tests: makes a waiting report, and reads the stored files.
import { DAY } from '@flotta/core/time.ts'
import type { Db } from '@flotta/platform/db.ts'
import readExcelFile from 'read-excel-file/node'
import { makeVehicle } from '../../fleet/vehicles/testing.ts'
import type { Samples } from '../../samples.ts'
import type { ReportFile } from './tables.ts'

/** Every byte of a stored file. */
export async function storedFile(db: Db, report_id: number, file: ReportFile): Promise<Buffer> {
  const parts = await db
    .selectFrom('report_files')
    .select('bytes')
    .where('report_id', '=', report_id)
    .where('file', '=', file)
    .orderBy('part')
    .execute()
  return Buffer.concat(parts.map(p => p.bytes))
}

/** The sheets of a spreadsheet by their names, as rows of cells. */
export const readSheets = async (
  bytes: Buffer,
): Promise<Map<string, readonly (readonly unknown[])[]>> =>
  new Map((await readExcelFile(bytes)).map(({ sheet, data }) => [sheet, data]))

export const samples: Samples = {
  reports: {
    async make({ db, now }, { customer_id, user_id, word }) {
      const { id: vehicle_id, plate } = await makeVehicle(db, customer_id, {
        plate: `${word} ${Math.random().toString(36).slice(2, 8)}`.toUpperCase(),
      })
      const { id } = await db
        .insertInto('reports')
        .values({
          customer_id,
          vehicle_id,
          vehicle: plate,
          vehicle_ids: null,
          requested_by: user_id,
          type: 'custom',
          services: 'eyegeo',
          period_from: new Date(now() - DAY),
          period_to: new Date(now()),
          language: 'it',
          error: null,
          hash: null,
          task_id: null,
          idempotency_key: null,
          request_digest: null,
          ended_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'POST /reports': {
        type: 'drivers',
        vehicle_id: null,
        period_from: '2026-01-01T00:00:00Z',
        period_to: '2026-01-02T00:00:00Z',
      },
      'PUT /vehicles/:id/report': {
        type: 'custom',
        services: 'drivers.report',
        period_from: '2026-01-01T00:00:00Z',
        period_to: '2026-01-02T00:00:00Z',
      },
    },
  },
}

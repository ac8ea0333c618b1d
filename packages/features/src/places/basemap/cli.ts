// map add | show | remove | service: the map file from which streets are drawn, and the public service in its place.
import { type Command, command, standaloneCommand } from '@flotta/platform/cli.ts'
import { openDataDir } from '@flotta/platform/data-dir.ts'
import { z } from 'zod'
import { setInstallationMap } from '../../house/installation/queries.ts'
import {
  addMapFile,
  examineMapFile,
  type MapFileFacts,
  removeMapFile,
  streetsPath,
} from './map-file.ts'
import { publicStyleOf } from './streets.ts'

const summaryOf = ({ bounds, min_zoom, max_zoom, bytes, attribution }: MapFileFacts) => ({
  area: `${bounds[1].toFixed(2)}…${bounds[3].toFixed(2)}° N, ${bounds[0].toFixed(2)}…${bounds[2].toFixed(2)}° E`,
  levels: `${min_zoom} to ${max_zoom}`,
  size: `${(bytes / 1_000_000).toFixed(1)} MB`,
  attribution,
})

export const commands: readonly Command[] = [
  standaloneCommand({
    noun: 'map',
    verb: 'add',
    summary:
      'Check a PMTiles file of streets and keep it in the data directory; a running server draws it at once',
    argument: 'from',
    options: z.object({
      from: z
        .string()
        .min(1)
        .describe('a file, or the address of one, of Protomaps’ layout (docs/maps.md)'),
    }),
    runStandalone: async ({ from }, { config, note, signal }) => {
      await openDataDir(config.FLOTTA_DATA_DIR)
      return summaryOf(await addMapFile(from, streetsPath(config), { note, signal }))
    },
  }),
  standaloneCommand({
    noun: 'map',
    verb: 'show',
    summary: 'Show the area, levels and size of the map file of streets',
    options: z.object({}),
    runStandalone: async (_, { config }) => summaryOf(await examineMapFile(streetsPath(config))),
  }),
  standaloneCommand({
    noun: 'map',
    verb: 'remove',
    summary: 'Remove the map file of streets; maps show the shipped sketch again',
    options: z.object({}),
    runStandalone: (_, { config }) => removeMapFile(streetsPath(config)),
  }),
  command({
    noun: 'map',
    verb: 'service',
    summary:
      'Show streets from a public map service, or no more; the browsers of all viewers then ask that service for the parts that they look at',
    argument: 'state',
    options: z.object({ state: z.enum(['on', 'off']).describe('on or off') }),
    run: async ({ state }, ctx) => {
      await setInstallationMap(ctx.db, state === 'on' ? 'streets' : 'essential')
      return { map: state === 'on' ? 'streets' : 'essential', service: await publicStyleOf(ctx) }
    },
  }),
]

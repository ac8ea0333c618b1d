// A tiny map file for tests: PMTiles version 3 with one empty vector tile, in the layout of streets.

const HEADER = 127
/** Number as the format's variable-length integer. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

export interface MapFileShape {
  /** 1 vector tiles, 2 PNG pictures. */
  readonly tileType?: number
  readonly layers?: readonly string[]
}

/** The bytes of a map file of zoom 0, all over the earth, uncompressed. */
export function mapFile({
  tileType = 1,
  layers = ['earth', 'water', 'roads', 'places'],
}: MapFileShape = {}): Buffer {
  const tile = Buffer.alloc(64)
  const directory = Buffer.from([...varint(1), 0, ...varint(1), ...varint(tile.length), 1])
  const metadata = Buffer.from(
    JSON.stringify({
      attribution: '<a href="https://osm.org">© OpenStreetMap</a>',
      vector_layers: layers.map(id => ({ id, fields: {} })),
    }),
  )
  const header = Buffer.alloc(HEADER)
  header.write('PMTiles', 0, 'ascii')
  header.writeUInt8(3, 7)
  const sections = [
    [HEADER, directory.length],
    [HEADER + directory.length, metadata.length],
    [HEADER + directory.length + metadata.length, 0],
    [HEADER + directory.length + metadata.length, tile.length],
  ] as const
  sections.forEach(([offset, length], i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16)
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16)
  })
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  header.writeUInt8(1, 96)
  // neither the directory nor the tile is compressed
  header.writeUInt8(1, 97)
  header.writeUInt8(1, 98)
  header.writeUInt8(tileType, 99)
  for (const [at, degrees] of [
    [102, 6.5],
    [106, 35.4],
    [110, 18.7],
    [114, 47.2],
  ] as const)
    header.writeInt32LE(degrees * 10_000_000, at)
  return Buffer.concat([header, directory, metadata, tile])
}

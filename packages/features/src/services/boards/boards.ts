// The boards of all services, found by folder.
import type { Board } from '../board.ts'

const boardFiles = import.meta.glob<Board>('../[a-z]*/board.ts', {
  eager: true,
  import: 'default',
})
const byCode = new Map(
  Object.entries(boardFiles).map(([path, board]) => [path.split('/').at(-2) ?? '', board]),
)
export const boardOf = (code: string): Board | undefined => byCode.get(code)
export const boardCodes: readonly string[] = [...byCode.keys()]

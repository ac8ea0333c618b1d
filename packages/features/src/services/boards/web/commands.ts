// The row commands of boards, found by the service's folder.
import { lazy } from 'react'
import type { RowCommand } from '../../row-command.ts'

const files = import.meta.glob<{ default: RowCommand }>('../../[a-z]*/row-command.tsx')
const commands = new Map(
  Object.entries(files).map(([path, load]) => [path.split('/').at(-2) ?? '', lazy(load)]),
)
export const rowCommandOf = (code: string) => commands.get(code)

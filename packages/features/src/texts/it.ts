// The texts of every feature in one language, as one chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    ['../[a-z]*/[a-z]*/texts/it.json', '../../../ui/src/texts/it.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)

// The texts of every feature in one language, as one chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    ['../[a-z]*/[a-z]*/texts/de.json', '../../../ui/src/texts/de.json'],
    {
      eager: true,
      import: 'default',
    },
  ),
)

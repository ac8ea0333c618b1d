// Every feature's words in one language, one chunk.
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

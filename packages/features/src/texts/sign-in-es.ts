// The texts of the sign-in and reset pages in one language, as one small chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    [
      '../people/{auth,factors,identity}/texts/es.json',
      '../portal/shell/texts/es.json',
      '../house/{api,validation}/texts/es.json',
      '../../../ui/src/texts/es.json',
    ],
    { eager: true, import: 'default' },
  ),
)

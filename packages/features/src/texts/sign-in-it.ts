// The texts of the sign-in and reset pages in one language, as one small chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    [
      '../people/{auth,factors,identity}/texts/it.json',
      '../portal/shell/texts/it.json',
      '../house/{api,validation}/texts/it.json',
      '../../../ui/src/texts/it.json',
    ],
    { eager: true, import: 'default' },
  ),
)

// The texts of the sign-in and reset pages in one language, as one small chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    [
      '../people/{auth,factors,identity}/texts/de.json',
      '../portal/shell/texts/de.json',
      '../house/{api,validation}/texts/de.json',
      '../../../ui/src/texts/de.json',
    ],
    { eager: true, import: 'default' },
  ),
)

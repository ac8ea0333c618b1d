// The texts of the sign-in and reset pages in one language, as one small chunk.
import { byNamespace } from './text-tree.ts'

export default byNamespace(
  import.meta.glob<Record<string, unknown>>(
    [
      '../people/{auth,factors,identity}/texts/en.json',
      '../portal/shell/texts/en.json',
      '../house/{api,validation}/texts/en.json',
      '../../../ui/src/texts/en.json',
    ],
    { eager: true, import: 'default' },
  ),
)

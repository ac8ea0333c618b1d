// The order of the test files: what starts processes comes first, so that no worker is left alone with it when the others have nothing more to do.
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What such a file calls. It takes longer than its size tells, by which files are sorted that never ran on a machine. */
const STARTS_PROCESSES = /\b(bundleServer|startPostgres)\b/

interface TestFile {
  readonly moduleId: string
  readonly project: { readonly name: string }
}
/** Projects stay one behind the other, since each has workers of its own. */
export function longestFirst<F extends TestFile>(
  files: readonly F[],
  read: (file: string) => string,
): F[] {
  const long = new Set(files.filter(({ moduleId }) => STARTS_PROCESSES.test(read(moduleId))))
  return [...new Set(files.map(({ project }) => project.name))].flatMap(name => {
    const own = files.filter(({ project }) => project.name === name)
    return [...own.filter(file => long.has(file)), ...own.filter(file => !long.has(file))]
  })
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), file => readFileSync(file, 'utf8'))
  }
}

// The order in which test files run.
import { expect, test } from 'vitest'
import { longestFirst } from './testing.order.ts'

test('files that start processes come first within their project, the others as they came', () => {
  const files = ['node a', 'node starts', 'node b', 'screens c', 'screens starts'].map(line => {
    const [name = '', moduleId = ''] = line.split(' ')
    return { project: { name }, moduleId }
  })
  const text = (file: string) => (file === 'starts' ? 'await startPostgres({ dataDir })' : '')
  expect(
    longestFirst(files, text).map(({ project, moduleId }) => `${project.name} ${moduleId}`),
  ).toEqual(['node starts', 'node a', 'node b', 'screens starts', 'screens c'])
})

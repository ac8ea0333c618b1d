// The order of calls.
import { expect, test } from 'vitest'
import { afterOtherCalls, countedCall } from './turns.ts'

/** A call that is answered when the test decides. */
function slowCall() {
  let succeed: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const answer = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  return { answer: countedCall(answer), succeed, fail }
}

test('delayed calls start when every open call is answered, even if one fails [general.104]', async () => {
  const order: string[] = []
  const say = (word: string) => () => void order.push(word)
  const [first, second] = [slowCall(), slowCall()]
  const answers = [first.answer.then(say('first')), second.answer.catch(say('second'))]
  const waiting = afterOtherCalls().then(say('later'))
  first.succeed()
  await answers[0]
  second.fail(new Error('no answer'))
  await answers[1]
  await waiting
  expect(order).toEqual(['first', 'second', 'later'])
})

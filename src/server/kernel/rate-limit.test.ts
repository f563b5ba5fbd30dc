import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createNetworkQueue } from './rate-limit.ts'

test('Work of another network begins after at most two of a hundred tasks of the first one', async () => {
  const enqueue = createNetworkQueue()
  const begun: string[] = []
  const run = (name: string) => enqueue({ ip: name }, async () => void begun.push(name))
  const hostile = Array.from({ length: 100 }, () => run('203.0.113.1'))
  await nextTurn()
  await run('198.51.100.1')
  expect(begun.indexOf('198.51.100.1')).toBeLessThan(10)
  await Promise.all(hostile)
  expect(begun).toHaveLength(101)
})

test('Tasks of one network run in their order, two at a time, and a failed one does not stop the others', async () => {
  const enqueue = createNetworkQueue()
  const order: number[] = []
  let running = 0
  let most = 0
  const tasks = Array.from({ length: 5 }, (_, index) =>
    enqueue({ ip: '203.0.113.1' }, async () => {
      most = Math.max(most, ++running)
      order.push(index)
      await nextTurn()
      running--
      if (index === 1) throw new Error('failed')
    }),
  )
  const results = await Promise.allSettled(tasks)
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true])
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})

test('A network of which 500 tasks wait gets 429, and can continue when they are done', async () => {
  const enqueue = createNetworkQueue()
  const run = () => enqueue({ ip: '2001:db8::1' }, () => nextTurn())
  const tasks = Array.from({ length: 501 }, run)
  await expect(run()).rejects.toMatchObject({ status: 429 })
  await Promise.all(tasks)
  await run()
})

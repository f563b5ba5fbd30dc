import { setImmediate as nextTurn } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createNetworkQueue, registerNetworkTurns } from './rate-limit.ts'

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

test('One request of each network is handled per turn of the event loop, in the order of the requests', async () => {
  const { send, handled } = createServerWithTurns()
  const hostile = Array.from({ length: 20 }, (_, index) => send('203.0.113.1', index))
  const ordinary = send('198.51.100.1', 0)
  await Promise.all([ordinary, ...hostile])
  const ordinaryTurn = handled.find(({ ip }) => ip === '198.51.100.1')!.turn
  expect(handled.filter(({ turn }) => turn === ordinaryTurn)).toHaveLength(2)
  const others = handled.filter(({ ip }) => ip === '203.0.113.1')
  expect(others.map(({ index }) => index)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(new Set(others.map(({ turn }) => turn)).size).toBe(20)
})

test('A network of which 500 requests wait for their turn gets 429', async () => {
  const { send } = createServerWithTurns()
  const replies = await Promise.all(Array.from({ length: 520 }, (_, index) => send('203.0.113.1', index)))
  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ statusCode: 429 })
  expect((await send('203.0.113.1', 0)).statusCode).toBe(200)
})

/** `handled`: the requests in the order in which they were handled, with the number of the turn. */
function createServerWithTurns() {
  const app = fastify()
  onTestFinished(() => app.close())
  registerNetworkTurns(app)
  const handled: { ip: string; index: number; turn: number }[] = []
  let turn = 0
  const countTurn = () => {
    turn++
    counter = setImmediate(countTurn)
  }
  let counter = setImmediate(countTurn)
  onTestFinished(() => clearImmediate(counter))
  app.get<{ Params: { index: number } }>('/:index', async ({ ip, params }) => {
    handled.push({ ip, index: Number(params.index), turn })
    return 'ok'
  })
  const send = (remoteAddress: string, index: number) => app.inject({ url: `/${index}`, remoteAddress })
  return { send, handled }
}

// Open device connections: the memory that 10,000 of them take, signed in and reporting now and then.
import { type Bench, cpuSeconds, figure, memoryMb, pause } from './harness.ts'
import { withProduct } from './stage.ts'

/** 1.5 GiB */
const MOST_MB = 1_610
const EVERY = 60_000

export const connections: Bench = {
  name: 'connections',
  measures: 'memory of the server with 10,000 open device connections',
  run: options => {
    const count = options.quick ? 2_000 : 10_000
    return withProduct('connections', options, [count], async ({ product, load }) => {
      const before = memoryMb(product.pid).now
      const began = performance.now()
      await load.open({
        port: product.teltonika,
        first: 0,
        count,
        from: Date.now() - 3_600_000,
        step: EVERY,
        records: 1,
        every: EVERY,
      })
      const seconds = (performance.now() - began) / 1000
      const open = memoryMb(product.pid).now
      load.start()
      load.begin()
      const cpu = cpuSeconds(product.pid)
      await pause(options.quick ? 5_000 : 70_000)
      const window = await load.end()
      const memory = memoryMb(product.pid)
      return [
        figure('connections', count, ''),
        figure('signed in', count / seconds, 'connections/s'),
        figure('memory before', before, 'MB'),
        figure('memory, all open', open, 'MB', { goal: { below: MOST_MB } }),
        figure('memory, each has reported, highest', memory.peak, 'MB', {
          goal: { below: MOST_MB },
        }),
        figure('memory per connection', ((memory.now - before) * 1e3) / count, 'kB'),
        figure('time to acknowledge, p99', window.p99, 'ms', { goal: { below: 500 } }),
        figure(
          'processor, each reporting once a minute',
          (cpuSeconds(product.pid) - cpu) / window.seconds,
          'cores',
        ),
      ]
    })
  },
}

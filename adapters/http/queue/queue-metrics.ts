import { Gauge, type Registry } from 'prom-client'
import type { QueueState } from './watch-queue.ts'

/** Metrics of a queue. All replicas and workers report the same values, so they must not be added up. */
export function watchQueueMetrics(register: Registry, look: () => QueueState): void {
  const registers = [register]
  const addGauge = (name: string, help: string, value: (state: QueueState) => number): void => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(value(look())) })
  }
  addGauge('assay_queue_reachable', '1 while Redis answers, else 0.', ({ reachable }) => Number(reachable))
  addGauge('assay_queue_waiting', 'Scans that wait for a worker. Scale the number of workers by this metric.', ({ waiting }) => waiting)
  addGauge('assay_queue_active', 'Scans that workers are running.', ({ active }) => active)
  addGauge('assay_queue_workers', 'Workers that gave a sign of life in the last seconds.', ({ workers }) => workers)
  addGauge('assay_queue_slots', 'Number of scans that all workers together can run at the same time.', ({ slots }) => slots)
  addGauge('assay_queue_bytes', 'Bytes of upload bodies in Redis.', ({ bytes }) => bytes)
  const kinds: Gauge = new Gauge({
    name: 'assay_queue_in_hand',
    help: 'Waiting and running scans, by kind of caller.',
    labelNames: ['caller'],
    registers,
    collect() {
      kinds.reset()
      for (const [caller, count] of look().byKind) kinds.set({ caller }, count)
    },
  })
}

import { Counter, Gauge, type Registry } from 'prom-client'
import { clockSteps, dependencies, dependencyKinds, describeStep } from '../kernel/index.ts'

/** What this process met outside of itself: read when somebody asks, so that nothing is counted twice. */
export function registerOutsideMetrics(registry: Registry): void {
  const labelNames = ['dependency', 'name'] as const
  registry.registerMetric(
    new Gauge({
      name: 'vigie_dependency_up',
      help: 'Whether the last use of a service outside succeeded; absent before the first',
      labelNames,
      registers: [],
      collect() {
        this.reset()
        for (const { dependency, name, isUp } of dependencies.states())
          this.set({ dependency, name }, isUp ? 1 : 0)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'vigie_dependency_faults_total',
      help: 'Uses of a service outside that failed by its fault',
      labelNames,
      registers: [],
      collect() {
        this.reset()
        const states = dependencies.states()
        for (const { dependency, name, faults } of states) this.inc({ dependency, name }, faults)
        const used = new Set(states.map(({ dependency }) => dependency))
        // From the start, or the first fault would be no increase.
        for (const dependency of dependencyKinds)
          if (!used.has(dependency)) this.inc({ dependency, name: '' }, 0)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'vigie_clock_steps_total',
      help: 'Times the wall clock was set while this process ran',
      labelNames: ['direction'] as const,
      registers: [],
      collect() {
        this.reset()
        const { forward, back } = clockSteps.counts
        this.inc({ direction: 'forward' }, forward)
        this.inc({ direction: 'back' }, back)
      },
    }),
  )
}

interface OutsideLog {
  info(values: object, message: string): void
  warn(values: object, message: string): void
}

/** One line for each change, until the returned function is called. */
export function logOutside(log: OutsideLog): () => void {
  const ends = [
    dependencies.subscribe(({ dependency, name, fault, downSeconds }) => {
      const about = name === '' ? { dependency } : { dependency, name }
      if (fault === null) log.info({ ...about, downSeconds }, 'a service outside answers again')
      else log.warn({ ...about, fault }, 'a service outside does not answer as it should')
    }),
    clockSteps.subscribe((stepMs) => {
      const direction = stepMs > 0 ? 'forward' : 'back'
      const values = { stepSeconds: Math.round(stepMs / 1000) }
      log.warn(values, `The clock was set ${direction} by ${describeStep(stepMs)}.`)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

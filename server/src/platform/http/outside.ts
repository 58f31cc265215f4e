import type { Registry } from 'prom-client'
import { clockSteps, dependencies, dependencyKinds, describeStep } from '../kernel/index.ts'
import { addMetric, toLabel } from '../metrics/index.ts'

/** What this process met outside of itself: read when somebody asks, so that nothing is counted twice. */
export function registerOutsideMetrics(registry: Registry): void {
  addMetric(registry, {
    name: 'dependency_up',
    help: 'Whether the last use of a service outside succeeded; absent before the first',
    type: 'gauge',
    read: (put) => {
      for (const { dependency, name, isUp } of dependencies.states())
        put(isUp ? 1 : 0, { dependency, name: toLabel(name) })
    },
  })
  countUses(
    registry,
    'dependency_uses_total',
    'Uses of a service outside, those that failed included',
    'uses',
  )
  countUses(
    registry,
    'dependency_faults_total',
    'Uses of a service outside that failed by its fault',
    'faults',
  )
  addMetric(registry, {
    name: 'clock_steps_total',
    help: 'Times the wall clock was set while this process ran',
    type: 'counter',
    read: (put) => {
      const { forward, back } = clockSteps.counts
      put(forward, { direction: 'forward' })
      put(back, { direction: 'back' })
    },
  })
}

function countUses(registry: Registry, name: string, help: string, of: 'uses' | 'faults'): void {
  addMetric(registry, {
    name,
    help,
    type: 'counter',
    read: (put) => {
      const states = dependencies.states()
      for (const state of states) put(state[of], { dependency: state.dependency, name: toLabel(state.name) })
      const used = new Set(states.map(({ dependency }) => dependency))
      // From the start, or the first one would be no increase.
      for (const dependency of dependencyKinds) if (!used.has(dependency)) put(0, { dependency, name: '' })
    },
  })
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

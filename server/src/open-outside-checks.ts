import type { Config } from './config.ts'
import { dependencies, type DependencyKind } from './platform/kernel/index.ts'

type Checks = Record<string, () => Promise<void>>

/**
 * For /readyz of a process that runs jobs: how the services it uses fare, by what came of their last real use. Without
 * them mails and files wait; everything else works.
 */
export function checkOutside({ smtp, clamd }: Pick<Config, 'smtp' | 'clamd'>): Checks {
  return { ...(smtp && { mail: askAbout('smtp') }), ...(clamd && { scanner: askAbout('scanner') }) }
}

const askAbout = (kind: DependencyKind) => async () => {
  const isDown = dependencies.states().some(({ dependency, isUp }) => dependency === kind && !isUp)
  if (isDown) throw new Error(`The last use of ${kind} failed.`)
}

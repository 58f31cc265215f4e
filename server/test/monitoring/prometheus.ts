import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '../product/processes.ts'
import { freePort, watch } from '../product/product.ts'
import { rulesFile } from './rules.ts'

interface Target {
  readonly job: string
  /** `127.0.0.1:8080`. */
  readonly address: string
}

export interface Prometheus {
  /** The names of the rules that fire now. */
  firing(): Promise<Set<string>>
  /** Brings a fault about and waits until its rule, silent until then, fires; without a cause the fault is there already. */
  expectAlarm(alert: string, cause?: () => unknown): Promise<void>
  /** The value of an expression's first series, null without one. */
  ask(expression: string): Promise<number | null>
  stop(): Promise<void>
}

/**
 * The rules as shipped, but for their patience: nobody waits for hours. `shorter` names the few whose own numbers are
 * beyond a test, as `[from, to]`.
 */
async function hastyRules(shorter: readonly (readonly [string, string])[]): Promise<string> {
  const text = (await readFile(rulesFile, 'utf8')).replaceAll(/^(\s+for): .*$/gm, '$1: 1s')
  return shorter.reduce((rules, [from, to]) => {
    if (!rules.includes(from)) throw new Error(`No rule says: ${from}`)
    return rules.replace(from, to)
  }, text)
}

/** A real one, which scrapes every second. */
export async function startPrometheus(
  targets: readonly Target[],
  shorter: readonly (readonly [string, string])[] = [],
): Promise<Prometheus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-prometheus-'))
  await writeFile(path.join(folder, 'rules.yml'), await hastyRules(shorter))
  const jobs = targets.map(
    ({ job, address }) => `  - { job_name: ${job}, static_configs: [{ targets: ['${address}'] }] }`,
  )
  const config = path.join(folder, 'prometheus.yml')
  const lines = [
    'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }',
    'rule_files: [rules.yml]',
    'scrape_configs:',
    ...jobs,
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const base = `http://127.0.0.1:${await freePort()}`
  const child = watch(
    spawn('prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=${new URL(base).host}`,
    ]),
  )
  const api = async (place: string): Promise<unknown> => (await fetch(`${base}/api/v1/${place}`)).json()
  const firing = async () => {
    const { data } = (await api('alerts')) as {
      data: { alerts: { labels: { alertname: string }; state: string }[] }
    }
    return new Set(
      data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    )
  }
  await until('Prometheus', async () => {
    if (child.hasExited()) throw new Error(child.output())
    return fetch(`${base}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    firing,
    expectAlarm: async (alert, cause) => {
      if (cause) {
        // It may still ring for what an earlier fault brought along.
        await until(
          `${alert} to be silent before its fault`,
          async () => !(await firing()).has(alert),
          60_000,
        )
        await cause()
      }
      await until(`the alarm ${alert}`, async () => (await firing()).has(alert), 60_000)
    },
    ask: async (expression) => {
      const { data } = (await api(`query?query=${encodeURIComponent(expression)}`)) as {
        data: { result: { value: [number, string] }[] }
      }
      const [first] = data.result
      return first === undefined ? null : Number(first.value[1])
    },
    stop: async () => {
      child.signal('SIGTERM')
      await child.exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

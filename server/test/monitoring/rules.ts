import { readFile } from 'node:fs/promises'

export interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly severity: string
  readonly summary: string
  readonly runbook: string
}

const shipped = (name: string) => new URL(`../../../${name}`, import.meta.url)
export const rulesFile = shipped('deploy/prometheus/vigie.rules.yml')

export async function readRules(): Promise<Rule[]> {
  const [, ...parts] = (await readFile(rulesFile, 'utf8')).split('- alert: ')
  return parts.map((part) => {
    const field = (name: string) =>
      unquote(new RegExp(`\\b${name}: (.+?)(?: \\})?$`, 'm').exec(part)?.[1] ?? '')
    return {
      alert: part.split('\n', 1)[0] ?? '',
      expr: field('expr'),
      for: field('for'),
      severity: field('severity'),
      summary: field('summary'),
      runbook: field('runbook_url'),
    }
  })
}

/** As our file writes strings: on one line, and where it must in single or double quotes. */
function unquote(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'")
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('\\"', '"') : text
}

interface Panel {
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

export async function readDashboard(): Promise<readonly Panel[]> {
  const text = await readFile(shipped('deploy/grafana/vigie.json'), 'utf8')
  return (JSON.parse(text) as { panels: Panel[] }).panels
}

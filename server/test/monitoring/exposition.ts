// The text that /metrics answers with, and the expressions that ask for it.

export interface Exposed {
  readonly type: string
  readonly help: string
  /** Those that any series of it carries. */
  readonly labels: ReadonlySet<string>
}

/** Every metric of a text, whether it has a series or not. */
export function parseExposition(text: string): Map<string, Exposed> {
  const helps = new Map(
    [...text.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]),
  )
  const found = new Map<string, Exposed & { labels: Set<string> }>()
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    found.set(name, { type, help: helps.get(name) ?? '', labels: new Set() })
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-zA-Z_:][\w:]*)\{(.*)\} \S+$/gm))
    for (const [, label = ''] of labels.matchAll(/(?:^|,)(\w+)="/g))
      if (label !== 'le') found.get(found.has(name) ? name : baseName(name))?.labels.add(label)
  return found
}

/** A histogram is asked for by the names of its parts. */
export const baseName = (name: string) => name.replace(/_(bucket|sum|count)$/, '')

export interface Asked {
  readonly name: string
  readonly labels: readonly string[]
}

/** The metrics an expression asks for, and by which labels. */
export function metricsIn(expression: string): Asked[] {
  const grouped = [...expression.matchAll(/\b(?:by|without|on|ignoring) \(([^)]*)\)/g)].flatMap(
    ([, list = '']) => list.split(',').map((label) => label.trim()),
  )
  const bare = expression.replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/g, '')
  return [...bare.matchAll(/\b([a-z]+(?:_[a-z]+)+|up)\b(\{[^}]*\})?(?!\w*\()/g)]
    .filter(([, name = '']) => !/^histogram_quantile$/.test(name))
    .filter(([whole]) => !bare.includes(`${whole}(`))
    .map(([, name = '', selector = '']) => ({
      name,
      labels: [
        ...new Set([
          ...grouped,
          ...[...selector.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label),
        ]),
      ],
    }))
}

/** What Prometheus adds to every series by itself. */
export const scrapeLabels: ReadonlySet<string> = new Set(['job', 'instance', 'le'])

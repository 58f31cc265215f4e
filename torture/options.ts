import { parseArgs } from 'node:util'

export const faultKinds = [
  'kills',
  'postgres',
  'disk',
  'network',
  'outside',
  'clock',
  'versions',
  'backup',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Options {
  readonly minutes: number
  readonly seed: number
  readonly kinds: readonly FaultKind[]
  readonly writers: number
  readonly accounts: number
  readonly roundSeconds: number
  /** Faults follow one another after at most so many milliseconds. */
  readonly pauseMs: number
  /** Where the counts of all runs are added up; null keeps them to this one. */
  readonly totals: string | null
  /** The program (main.js) of another build, to serve beside the present one. */
  readonly other: string | null
}

export const usage = `npm run torture -- [--minutes 120] [--hours N] [--seed N] [--with ${faultKinds.join(',')}]
  [--writers 32] [--accounts 4] [--round 60] [--pause 2000] [--totals FILE] [--other PROGRAM]`

export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const names = [
    'minutes',
    'hours',
    'seed',
    'with',
    'writers',
    'accounts',
    'round',
    'pause',
    'totals',
    'other',
  ]
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, text])),
  }) as { values: Record<string, string | undefined> }
  const number = (name: string, usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!(value > 0)) throw new Error(`--${name} takes a number above 0.\n${usage}`)
    return value
  }
  const kinds = (values['with'] ?? faultKinds.join(',')).split(',')
  const unknown = kinds.filter((kind) => !(faultKinds as readonly string[]).includes(kind))
  if (unknown.length > 0) throw new Error(`There is no fault called ${unknown.join(', ')}.\n${usage}`)
  return {
    minutes: values['hours'] === undefined ? number('minutes', 120) : number('hours', 2) * 60,
    seed: number('seed', 1 + Math.floor(Math.random() * 2 ** 31)),
    kinds: kinds as FaultKind[],
    writers: number('writers', 32),
    accounts: number('accounts', 4),
    roundSeconds: number('round', 60),
    pauseMs: number('pause', 2_000),
    totals: values['totals'] ?? null,
    other: values['other'] ?? null,
  }
}

export interface Figure {
  name: string
  /** For people; `value` is for machines. */
  measured: string
  value: number
  goal?: string
  met?: boolean
}

export interface Bench {
  name: string
  title: string
  run(tell: (line: string) => void): Promise<Figure[]>
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** A share of the limit: at least `goal` is good. */
export function ratioFigure(name: string, value: number, goal: number): Figure {
  return { name, value, measured: `${value.toFixed(2)} x`, goal: `>= ${goal} x`, met: value >= goal }
}

/** A price: at most `goal` is good. */
export function costFigure(name: string, value: number, goal: { most: number; unit: string }): Figure {
  const { most, unit } = goal
  return {
    name,
    value,
    measured: `${value.toFixed(2)} ${unit}`,
    goal: `<= ${most} ${unit}`,
    met: value <= most,
  }
}

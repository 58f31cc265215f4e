export interface LinePoint {
  x: Date
  /** Null where nothing is known: the line breaks. */
  y: number | null
}

export interface LineSeries {
  label: string
  points: readonly LinePoint[]
}

export interface Frame {
  start: number
  end: number
  min: number
  max: number
}

const day = 86_400_000

/** The stretch of time and of values that is shown; a single day is widened to have room for its point. */
export function frameOf(
  series: readonly LineSeries[],
  given: { min?: number | undefined; max?: number | undefined },
): Frame {
  const points = series.flatMap((one) => one.points)
  const times = points.map(({ x }) => x.getTime())
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const first = Math.min(...times)
  const last = Math.max(...times)
  const start = last - first < day ? first - day : first
  const min = given.min ?? Math.min(0, ...values)
  const max = given.max ?? Math.max(min + 1, ...values)
  return { start, end: Math.max(last, start + day), min, max }
}

export const across = ({ start, end }: Frame, time: number): number => ((time - start) / (end - start)) * 100

export const down = ({ min, max }: Frame, value: number): number => 100 - ((value - min) / (max - min)) * 100

/** A path in a square of 100; `step` holds each value until the next, which is how states change. */
export function pathOf(points: readonly LinePoint[], frame: Frame, shape: 'step' | 'line'): string {
  let path = ''
  let isOpen = false
  for (const { x, y } of points) {
    const left = across(frame, x.getTime())
    if (y === null) {
      if (isOpen && shape === 'step') path += `H${left}`
      isOpen = false
      continue
    }
    const top = down(frame, y)
    if (!isOpen) path += `M${left} ${top}`
    else path += shape === 'step' ? `H${left}V${top}` : `L${left} ${top}`
    isOpen = true
  }
  return isOpen && shape === 'step' ? `${path}H100` : path
}

/** A few round values between the bounds. */
export function valueTicks({ min, max }: Frame): number[] {
  const rough = (max - min) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const first = Math.ceil(min / step) * step
  const count = Math.floor((max - first) / step + 1e-9) + 1
  return Array.from({ length: count }, (_, index) => Number((first + index * step).toPrecision(12)))
}

export const timeTicks = ({ start, end }: Frame, count: number): number[] =>
  Array.from({ length: count }, (_, index) => start + ((end - start) * index) / (count - 1))

/** All moments at which any of the lines has a point, in order. */
export function momentsOf(series: readonly LineSeries[]): number[] {
  const times = series.flatMap(({ points }) => points.map(({ x }) => x.getTime()))
  return [...new Set(times)].toSorted((a, b) => a - b)
}

/** The value a line has at a moment: that of its latest point until then. */
export function valueAt({ points }: LineSeries, time: number): number | null {
  return points.findLast(({ x }) => x.getTime() <= time)?.y ?? null
}

export function nearestIndex(times: readonly number[], wanted: number): number {
  let best = 0
  times.forEach((time, index) => {
    if (Math.abs(time - wanted) < Math.abs((times[best] ?? time) - wanted)) best = index
  })
  return best
}

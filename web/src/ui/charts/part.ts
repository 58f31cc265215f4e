import type { ChartColor } from './chart-colors.ts'

export interface Part {
  label: string
  value: number
  color: ChartColor
  /** The list behind the figure: an address of this application, as in the browser's bar. */
  href?: string
  /** A letter or two, shown where there is room. */
  mark?: string
}

export const totalOf = (parts: readonly Part[]): number => parts.reduce((sum, { value }) => sum + value, 0)

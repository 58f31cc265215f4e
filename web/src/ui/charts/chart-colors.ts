import palette from './palette.module.css'

/** Names of the palette: states, letters of a rating, and colours for what is neither. */
export type ChartColor =
  | 'good'
  | 'info'
  | 'warning'
  | 'caution'
  | 'bad'
  | 'neutral'
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | 'E'
  | 'unknown'
  | 'first'
  | 'second'
  | 'third'
  | 'fourth'

export const seriesColors = ['first', 'second', 'third', 'fourth'] as const

/** Holds the palette for what lies inside; `colorOf` works there. */
export const paletteClass = palette['palette'] ?? ''

export const colorOf = (color: ChartColor): string => `var(--chart-${color})`

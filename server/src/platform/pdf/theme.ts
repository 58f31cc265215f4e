/** Points, 72 to the inch; A4 upright. */
export const paper = { width: 595.28, height: 841.89 }
export const margin = { side: 52, top: 64, bottom: 74 }
export const contentWidth = paper.width - 2 * margin.side
export const contentBottom = paper.height - margin.bottom

/** One accent; every text colour keeps 4.5:1 on the ground it is set on (theme.test.ts). */
export const colours = {
  ink: '#1b1f24',
  soft: '#57606a',
  accent: '#1f3a5f',
  warn: '#9a1c1c',
  onAccent: '#ffffff',
  onAccentSoft: '#c9d6e6',
  hair: '#d5dae1',
  tint: '#eef2f7',
} as const

export type Tone = Exclude<keyof typeof colours, 'hair' | 'tint'>

export const sizes = { title: 19, heading: 10.5, body: 9, small: 7.5, footer: 6.5 } as const

export const lineHeight = (size: number): number => Math.round(size * 1.42 * 10) / 10

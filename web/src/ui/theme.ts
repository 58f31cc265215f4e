import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const petrol: MantineColorsTuple = [
  '#e9f5f8',
  '#d2e8ee',
  '#a5d1dd',
  '#73b8ca',
  '#4fa9c0',
  '#3295af',
  '#2189a3',
  '#11748d',
  '#0b6479',
  '#0b4f61',
]

const slate: MantineColorsTuple = [
  '#dce2e7',
  '#bcc5cd',
  '#98a4af',
  '#6f7c88',
  '#3b4650',
  '#323c45',
  '#252d35',
  '#181e24',
  '#12171c',
  '#0c1014',
]

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  colors: { petrol, dark: slate },
  defaultRadius: 'md',
  fontFamily: "Inter, 'Segoe UI', system-ui, -apple-system, Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The placeholder is a child that no menu may have.
  components: { Menu: { defaultProps: { withInitialFocusPlaceholder: false } } },
})

/** Greys that can be read by everyone (contrast of 4.5 and more), and the surfaces of our pages. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#16222b',
    '--mantine-color-dimmed': '#56636e',
    '--mantine-color-placeholder': '#6a7680',
    '--mantine-color-error': '#b42318',
    '--vigie-canvas': '#f5f7f9',
    '--vigie-surface': '#ffffff',
    '--vigie-raised': '#f0f4f6',
    '--vigie-line': '#dfe5ea',
  },
  dark: {
    '--mantine-color-text': '#dce2e7',
    '--mantine-color-dimmed': '#9aa6b1',
    '--mantine-color-placeholder': '#8b97a2',
    '--mantine-color-error': '#ff9b8f',
    '--vigie-canvas': '#12171c',
    '--vigie-surface': '#181e24',
    '--vigie-raised': '#1f272e',
    '--vigie-line': '#2b343d',
  },
})

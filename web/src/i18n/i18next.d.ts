import type { Texts } from './en/index.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    // Codes of the API are keys as they are; their underscores mean nothing to us.
    contextSeparator: '|'
    pluralSeparator: '|'
  }
}

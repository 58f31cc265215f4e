export interface Problem {
  readonly status: number
  /** Fixed, one per code and language: clients may show it, never parse it. */
  readonly title: string
  readonly titleFr: string
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean
  readonly en: string
  readonly fr: string
  /** More exact sentences, one of which the parameter `reason` may choose. */
  readonly reasons?: Readonly<Record<string, { readonly en: string; readonly fr: string }>>
}

export interface Problem {
  readonly status: number
  /** Fixed English, one per code: clients may show it, never parse it. */
  readonly title: string
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean
  readonly en: string
  readonly fr: string
}

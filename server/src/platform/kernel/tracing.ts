import { AsyncLocalStorage } from 'node:async_hooks'

type SpanKind = 'server' | 'client' | 'consumer'
export type SpanAttributes = Readonly<Record<string, string | number>>

/** A piece of work as it begins: names and numbers of ours, never what somebody sent. */
export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: SpanAttributes
  /** The `traceparent` of a caller outside this process, once it was found well-formed. */
  readonly caller?: string
  /** The `traceparent` of the work that asked for this one, which does not wait for it. */
  readonly cause?: string
}

export interface Span {
  readonly traceparent: string
  /** Whether the trace began here; one of a caller is nobody else's business. */
  readonly isOurs: boolean
  set(attributes: SpanAttributes): void
  /** With the kind of the fault when it failed. */
  end(fault?: string | null): void
}

/** Records spans somewhere; a parent is given where there is one in this process. */
export type SpanRecorder = (start: SpanStart, parent: Span | null) => Span

/**
 * Where the work of this process is told of, if anywhere: without a recorder nothing is made, kept or passed on. Those who
 * do the work know this and nothing of what records it.
 */
export class Tracing {
  readonly #current = new AsyncLocalStorage<Span>()
  #recorder: SpanRecorder | null = null

  /** Records until the returned function is called. */
  record(recorder: SpanRecorder): () => void {
    this.#recorder = recorder
    return () => {
      if (this.#recorder === recorder) this.#recorder = null
    }
  }

  /** What is under way here; null when nobody records. */
  get current(): Span | null {
    return this.#recorder === null ? null : (this.#current.getStore() ?? null)
  }

  /** To be ended by the caller; null when nobody records. */
  begin(start: SpanStart): Span | null {
    return this.#recorder?.(start, this.current) ?? null
  }

  /** Whatever the work begins belongs to the span. */
  within<T>(span: Span | null, work: () => T): T {
    return span === null ? work() : this.#current.run(span, work)
  }

  /** A piece of work of its own. */
  async around<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
    const span = this.begin(start)
    if (span === null) return work()
    try {
      const result = await this.within(span, work)
      span.end()
      return result
    } catch (error) {
      span.end(error instanceof Error ? error.name : 'unknown')
      throw error
    }
  }

  /** A part of what is under way; nothing by itself, so that no heartbeat becomes a trace. */
  inside<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
    return this.current === null ? work() : this.around(start(), work)
  }

  /** Of a service outside, by the kind of it. */
  ask<T>(dependency: string, work: () => Promise<T>): Promise<T> {
    return this.inside(
      () => ({ name: dependency, kind: 'client', attributes: { 'vigie.dependency': dependency } }),
      work,
    )
  }

  /** Headers for a request to others: our own trace, never that of a caller, and no baggage. */
  headers(): Record<string, string> {
    const span = this.current
    return span?.isOurs ? { traceparent: span.traceparent } : {}
  }
}

/** One for the process, as there is one place that its spans go to. */
export const tracing = new Tracing()

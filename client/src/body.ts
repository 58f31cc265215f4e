/** Bytes that come as they are made; they can be sent once only, so such a call is not repeated. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** One part of a form: a text, or a file with its name. */
export type FormPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string
      readonly fileName: string
      readonly type?: string
      readonly content: Blob | ByteStream
    }

/** A form whose files are sent while they are read. Made by `streamForm`. */
export class FormStream {
  readonly type: string
  readonly bytes: AsyncIterable<Uint8Array>

  constructor(boundary: string, bytes: AsyncIterable<Uint8Array>) {
    this.type = `multipart/form-data; boundary=${boundary}`
    this.bytes = bytes
  }
}

const encoder = new TextEncoder()
// As browsers write names in forms.
const quoteName = (name: string) =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/**
 * A form with files that come as streams, e.g. from another service: nothing of them is kept in memory. Where the file
 * is on disk or already a `Blob`, `FormData` does as well and can be repeated.
 */
export function streamForm(parts: readonly FormPart[]): FormStream {
  const boundary = `vigie-${crypto.getRandomValues(new Uint32Array(4)).join('')}`
  return new FormStream(boundary, writeForm(boundary, parts))
}

async function* writeForm(boundary: string, parts: readonly FormPart[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoteName(part.name)}"`
    if ('value' in part) {
      yield encoder.encode(`${head}\r\n\r\n${part.value}\r\n`)
      continue
    }
    const { content, fileName } = part
    const type = part.type ?? ((content instanceof Blob && content.type) || 'application/octet-stream')
    yield encoder.encode(`${head}; filename="${quoteName(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`)
    yield* chunksOf(content instanceof Blob ? content.stream() : content)
    yield encoder.encode('\r\n')
  }
  yield encoder.encode(`--${boundary}--\r\n`)
}

/** Some browsers cannot iterate over a stream. */
export async function* chunksOf(source: ByteStream): AsyncGenerator<Uint8Array, void, undefined> {
  if (Symbol.asyncIterator in source) {
    yield* source
    return
  }
  const reader = (source as ReadableStream<Uint8Array>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

export interface SentBody {
  readonly body: Blob | FormData | ReadableStream<Uint8Array> | string | null
  readonly type: string | null
  /** Unknown for streams, which tell of their bytes one by one. */
  readonly size: number
}

/** Whether a second attempt can send the same. */
export function isRepeatableBody(given: unknown): boolean {
  return !(given instanceof FormStream) && !isByteStream(given)
}

/** What is sent for a body; `onBytes` is told whenever more of a stream was taken. */
export function bodyToSend(given: unknown, onBytes: () => void): SentBody {
  if (given === undefined) return { body: null, type: null, size: 0 }
  if (given instanceof FormData) return { body: given, type: null, size: formSize(given) }
  if (given instanceof Blob) return { body: given, type: given.type || null, size: given.size }
  // No operation takes a bare text as JSON; those that take text take a table.
  if (typeof given === 'string') return { body: given, type: csvType, size: given.length }
  if (given instanceof FormStream) return streamToSend(given.bytes, given.type, onBytes)
  if (isByteStream(given)) return streamToSend(given, csvType, onBytes)
  return { body: JSON.stringify(given), type: 'application/json', size: 0 }
}

const csvType = 'text/csv; charset=utf-8'

function streamToSend(source: ByteStream, type: string, onBytes: () => void): SentBody {
  const chunks = chunksOf(source)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      onBytes()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
  return { body, type, size: 0 }
}

function isByteStream(given: unknown): given is ByteStream {
  return (
    typeof given === 'object' && given !== null && (Symbol.asyncIterator in given || 'getReader' in given)
  )
}

function formSize(form: FormData): number {
  let size = 0
  for (const value of form.values()) size += typeof value === 'string' ? value.length : value.size
  return size
}

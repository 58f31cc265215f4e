export interface PlacedObject {
  readonly name: string
  readonly size: number
  readonly modifiedAt: Date
}

/** Where copies are kept: a folder, or a bucket. Names are ours: letters, digits, dots, dashes and slashes. */
export interface BackupPlace {
  readonly address: string
  /** Whole or not at all, and durable once it resolves. */
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | null>
  has(name: string): Promise<boolean>
  /** Everything below a folder of the place; all of it without one. */
  list(folder?: string): AsyncIterable<PlacedObject>
  delete(name: string): Promise<void>
  close(): void
}

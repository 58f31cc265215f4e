/** Base of every fault of a store, so that callers can tell them from faults of their own streams. */
export abstract class ObjectStoreError extends Error {
  override get name(): string {
    return this.constructor.name
  }
}

export class ObjectNotFound extends ObjectStoreError {
  constructor(key: string) {
    super(`The store has no object ${key}.`)
  }
}

export class ObjectTooLarge extends ObjectStoreError {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The object exceeds ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

export class ObjectKeyInvalid extends ObjectStoreError {
  constructor() {
    super('The object key is not one this service makes.')
  }
}

export class RangeNotSatisfiable extends ObjectStoreError {
  constructor(key: string) {
    super(`Object ${key} has no byte in the range asked for.`)
  }
}

export class StoreFull extends ObjectStoreError {
  constructor(cause: unknown) {
    super('The object store has no room left.', { cause })
  }
}

export class StoreUnavailable extends ObjectStoreError {
  constructor(cause: unknown) {
    super('The object store does not answer as it should.', { cause })
  }
}

export class FileKeyMissing extends ObjectStoreError {
  constructor(keyId: string) {
    super(`The key ${keyId}, which seals files, is not known here or is not the one they were sealed with.`)
  }
}

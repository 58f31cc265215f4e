import { ObjectStoreError, ObjectTooLarge, StoreFull } from '../../../platform/files/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { fieldProblem } from './answer-content.ts'

const cutShort = /unexpected end|terminated early|premature|aborted|closed before/i

/** Whatever went wrong while a body was read into the store, as one of the catalogue's problems. */
export function uploadFault(error: unknown, maxBytes: number): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ObjectTooLarge) {
    return new AppError('UPLOAD_TOO_LARGE', { maxMiB: Math.floor(maxBytes / 1024 / 1024) })
  }
  if (error instanceof StoreFull) return new AppError('STORAGE_FULL', {}, { cause: error })
  if (error instanceof ObjectStoreError) {
    return new AppError('SERVICE_NOT_READY', { part: 'files' }, { cause: error })
  }
  return bodyFault(error)
}

function bodyFault(error: unknown): AppError {
  const { code, message } = error as { code?: unknown; message?: unknown }
  switch (code) {
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
      return fieldProblem('/file', 'FIELD_TOO_MANY')
    case 'FST_FIELDS_LIMIT':
      return fieldProblem('', 'FIELD_TOO_MANY')
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return new AppError('JSON_MALFORMED')
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('UPLOAD_INCOMPLETE', {}, { cause: error })
    default: {
      const incomplete = typeof message === 'string' && cutShort.test(message)
      // The parser knows no other faults than those of what it reads.
      return new AppError(incomplete ? 'UPLOAD_INCOMPLETE' : 'REQUEST_MALFORMED', {}, { cause: error })
    }
  }
}

interface LoggedError {
  type: string
  code?: string
  message?: string
  constraint?: string
  stack?: string
  cause?: LoggedError
}

// What the engine itself complains of; it puts what it quotes between quotation marks.
const ofTheEngine = new Set(['TypeError', 'RangeError', 'ReferenceError'])
const quoted = /'[^']*'|"[^"]*"|`[^`]*`/g
const mostCauses = 5

/**
 * The kind, code and place of a fault. Messages quote what was refused: PostgreSQL a row, a relay an address, the file
 * system a name, a parser its input. So only those of the engine are kept, without what they quote; the place leads to
 * the rest.
 */
export function describeError(error: unknown, depth = mostCauses): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(ofTheEngine.has(error.name) && { message: error.message.replace(quoted, '…') }),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && depth > 1 && { cause: describeError(error.cause, depth - 1) }),
  }
}

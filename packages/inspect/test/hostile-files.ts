import type { InspectionWarning, RefusalCode } from '../src/index.ts'

export interface HostileFile {
  label: string
  fileName: string
  make: () => Buffer
  /** A code when the file is refused; else it passes with exactly these warnings. */
  expected: RefusalCode | InspectionWarning[]
  declared?: string
}

export function hostile(
  label: string,
  fileName: string,
  make: () => Buffer,
  expected: HostileFile['expected'],
): HostileFile {
  return { label, fileName, make, expected }
}

export function declared(type: string, file: HostileFile): HostileFile {
  return { ...file, declared: type }
}

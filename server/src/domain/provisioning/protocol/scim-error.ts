/** The words of RFC 7644, section 3.12, for what was wrong with a request. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal that is told in SCIM's own form. What it says is read by whoever runs the directory. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail)
export const invalidPath = (detail: string): ScimError => new ScimError(400, 'invalidPath', detail)
export const invalidFilter = (detail: string): ScimError => new ScimError(400, 'invalidFilter', detail)
export const invalidSyntax = (detail: string): ScimError => new ScimError(400, 'invalidSyntax', detail)
export const notUnique = (detail: string): ScimError => new ScimError(409, 'uniqueness', detail)

export function resourceNotFound(kind: 'User' | 'Group', id: string): ScimError {
  return new ScimError(404, null, `This directory has no ${kind} ${id.slice(0, 100)}.`)
}

/** What a caller wrote, cut to where it is still useful in an answer. */
export const quote = (text: string): string => `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`

import type {
  ApprovalStepDefinition,
  Bilingual,
  DocumentDefinition,
  DossierDefinition,
  FormChoice,
  FormColumn,
  FormField,
} from './catalogue.queries.ts'

export const nothing: Bilingual = { fr: '', en: '' }

export const blankDocument: DocumentDefinition = {
  name: nothing,
  purpose: nothing,
  theme: 'LEGAL_COMPLIANCE',
  kind: 'FILE',
  validity: { kind: 'MONTHS', months: 12, from: 'UPLOAD_DATE' },
  legalBasis: nothing,
  legalBasisVerified: false,
  acceptedFileTypes: ['application/pdf', 'image/jpeg', 'image/png'],
  retentionYears: 5,
  expectedScore: null,
  personalData: false,
  bankDetails: false,
  fields: [],
}

export const blankDossier: DossierDefinition = {
  label: nothing,
  purpose: nothing,
  typed: true,
  themes: ['LEGAL_COMPLIANCE'],
  renewal: null,
  dueDays: 30,
  documents: [],
}

export const isFilled = ({ fr, en }: Bilingual) => fr.trim() !== '' && en.trim() !== ''

export const isBlank = ({ fr, en }: Bilingual) => fr.trim() === '' && en.trim() === ''

export const isSameText = (one: Bilingual, other: Bilingual) => one.fr === other.fr && one.en === other.en

export type Patch<Type> = { [Key in keyof Type]?: Type[Key] | undefined }

/** What is said to be undefined is left out. */
export function patched<Type extends object>(before: Type, patch: Patch<NoInfer<Type>>): Type {
  const parts = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(parts) as Type
}

export const codePattern = /^[A-Z][A-Z0-9_]+$/

export function isCompleteDossier(draft: DossierDefinition): boolean {
  const { label, purpose, themes, approvalSteps = [] } = draft
  const keys = new Set(approvalSteps.map(({ key }) => key))
  const areSteps = approvalSteps.every(isCompleteStep) && keys.size === approvalSteps.length
  return isFilled(label) && isFilled(purpose) && themes.length > 0 && areSteps
}

const isCompleteStep = ({ key, title, by }: ApprovalStepDefinition) =>
  codePattern.test(key) && isFilled(title) && Object.keys(by).length === 1

/** Without a step, a type names none. */
export const withSteps = (draft: DossierDefinition, steps: ApprovalStepDefinition[]): DossierDefinition =>
  patched(draft, { approvalSteps: steps.length === 0 ? undefined : steps })

export function newStep(steps: readonly ApprovalStepDefinition[]): ApprovalStepDefinition {
  const key = freeName(
    'STEP_',
    steps.map((step) => step.key),
  )
  return { key, title: nothing, by: { role: 'MANAGER' }, need: 'ANY', dueDays: 5 }
}

/** The first of `<stem>1`, `<stem>2` … that is free, counted from the end. */
function freeName(stem: string, taken: readonly string[]): string {
  let number = taken.length + 1
  while (taken.includes(`${stem}${number}`)) number++
  return `${stem}${number}`
}

const keysOf = (fields: readonly FormColumn[] | readonly FormField[]) => fields.map(({ key }) => key)

/** It stands under the heading of the one above it. */
export function newField(fields: readonly FormField[]): FormField {
  const key = freeName('field', keysOf(fields))
  const field: FormField = { key, label: nothing, required: true, type: 'string' }
  return patched(field, { section: fields.at(-1)?.section })
}

export function newColumn(columns: readonly FormColumn[]): FormColumn {
  return { key: freeName('column', keysOf(columns)), label: nothing, required: true, type: 'string' }
}

export function newChoice(choices: readonly FormChoice[]): FormChoice {
  const codes = choices.map(({ code }) => code)
  return { code: freeName('CHOICE_', codes), label: nothing }
}

/** What a kind of answer has of its own begins anew; what every kind has stays. */
function asKind<Type extends FormField['type']>(field: FormField | FormColumn, type: Type) {
  const { key, label, help, section, required, personal } = field
  const first = newChoice([])
  return {
    key,
    label,
    required,
    type,
    ...(help && { help }),
    ...(section && { section }),
    ...(personal !== undefined && { personal }),
    // Between fewer than two there is nothing to choose.
    ...(type === 'choice' && { choices: [first, newChoice([first])] }),
  }
}

export function withType(field: FormField, type: FormField['type']): FormField {
  const { requiredUnless } = field
  const next = patched<FormField>(asKind(field, type), { requiredUnless })
  return type === 'table' ? { ...next, columns: [newColumn([])] } : next
}

export const columnWithType = (column: FormColumn, type: FormColumn['type']): FormColumn =>
  asKind(column, type)

/** Another name for a section, for all that stand under it. */
export function withSection(fields: readonly FormField[], before: Bilingual, after: Bilingual): FormField[] {
  return fields.map((field) =>
    field.section && isSameText(field.section, before) ? { ...field, section: after } : field,
  )
}

/** A question that is gone is waited for by none. */
function withoutLost(fields: FormField[]): FormField[] {
  const keys = keysOf(fields)
  return fields.map((field) =>
    field.requiredUnless === undefined || keys.includes(field.requiredUnless)
      ? field
      : patched(field, { requiredUnless: undefined }),
  )
}

/** A question that got another key keeps what hangs on it. */
export function withFields(draft: DocumentDefinition, fields: FormField[]): DocumentDefinition {
  const changed = draft.fields.findIndex(({ key }, index) => key !== fields[index]?.key)
  const before = draft.fields[changed]?.key
  const after = fields[changed]?.key
  if (fields.length !== draft.fields.length || before === undefined || after === undefined)
    return { ...draft, fields: withoutLost(fields) }
  // Two that changed places were not renamed.
  if (fields.some(({ key }) => key === before)) return { ...draft, fields }
  const follow = (key: string) => (key === before ? after : key)
  const { validity, effectiveDateField } = draft
  return {
    ...draft,
    fields: fields.map(({ requiredUnless, ...field }) =>
      requiredUnless === undefined ? field : { ...field, requiredUnless: follow(requiredUnless) },
    ),
    validity: validity.kind === 'FIELD' ? { ...validity, field: follow(validity.field) } : validity,
    ...(effectiveDateField !== undefined && { effectiveDateField: follow(effectiveDateField) }),
  }
}

const isScored = ({ choices = [] }: FormColumn | FormField) =>
  choices.some(({ score }) => typeof score === 'number')

function withoutIdleWeight<Field extends FormColumn | FormField>(field: Field): Field {
  if (isScored(field)) return field
  const { weight: _weight, ...rest } = field
  return rest as Field
}

/** The questions of its form that a date answers. */
export const datesOf = ({ kind, fields }: DocumentDefinition): FormField[] =>
  kind.includes('FORM') ? fields.filter(({ type }) => type === 'date') : []

/** As it is sent: without the questions of a form that is none, or files nobody sends. */
export function definitionOf(draft: DocumentDefinition): DocumentDefinition {
  const { kind, fields, acceptedFileTypes, effectiveDateField } = draft
  const isKept = datesOf(draft).some(({ key }) => key === effectiveDateField)
  const requested = fields.map((field) => ({
    ...withoutIdleWeight(field),
    ...(field.columns && { columns: field.columns.map(withoutIdleWeight) }),
  }))
  return patched(draft, {
    fields: kind.includes('FORM') ? requested : [],
    acceptedFileTypes: kind.includes('FILE') ? acceptedFileTypes : [],
    effectiveDateField: isKept ? effectiveDateField : undefined,
  })
}

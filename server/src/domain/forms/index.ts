export { answerText, formHash, formTitles, locateField, type FormEntry } from './form-fields.ts'
export {
  ChoiceSchema,
  code,
  fieldKey,
  FieldSchema,
  FormEntryRecord,
  FormFieldRecord,
  strict,
  textSchema,
  type Choice,
  type FieldWire,
  type FormColumn,
  type FormField,
} from './form.schema.ts'
export { formView } from './form.view.ts'
export { parseForm, type GivenAnswer } from './parse-form.ts'
export { isScored, scoreForm } from './score-form.ts'

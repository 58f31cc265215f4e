import type { AttributeShape, AttributeValue } from './attribute-value.ts'

export interface EditorProps {
  definition: AttributeShape
  value: AttributeValue
  fault: string | null
  isSaving: boolean
  onFault: (fault: string | null) => void
  onSave: (value: AttributeValue) => void
  onLeave: () => void
}

import { ChoiceEditor } from './choice-editor.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import type { EditorProps } from './editor-props.ts'
import { TypedEditor } from './typed-editor.tsx'

export function ValueEditor(props: EditorProps) {
  switch (props.definition.type) {
    case 'boolean':
    case 'list_unique':
      return <ChoiceEditor {...props} />
    case 'list_multiple':
      return <ChoicesEditor {...props} />
    default:
      return <TypedEditor {...props} />
  }
}

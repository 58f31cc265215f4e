import { useTexts } from '../texts.tsx'
import type { DraftState } from './draft-autosave.ts'

/** Where what was typed is by now. */
export function SaveLine({ state }: { state: DraftState }) {
  const { t, format } = useTexts()
  const { save, savedAt } = state
  const at = savedAt === null ? '' : format.time(savedAt)
  const text = {
    idle: t.save.idle,
    saving: t.save.saving,
    saved: t.save.saved(at),
    partly: t.save.partly(at),
    failed: t.save.failed,
  }
  return <output data-save={save}>{text[save]}</output>
}

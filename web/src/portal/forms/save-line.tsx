import { useWords } from '../words.tsx'
import type { DraftState } from './draft-keeper.ts'

/** Where what was typed is by now. */
export function SaveLine({ state }: { state: DraftState }) {
  const { t, format } = useWords()
  const { save, savedAt } = state
  const at = savedAt === null ? '' : format.time(savedAt)
  const words = {
    idle: t.save.idle,
    saving: t.save.saving,
    saved: t.save.saved(at),
    partly: t.save.partly(at),
    failed: t.save.failed,
  }
  return <output data-save={save}>{words[save]}</output>
}

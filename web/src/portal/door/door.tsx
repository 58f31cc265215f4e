import { useWords } from '../words.tsx'
import { DoorFrame } from './door-frame.tsx'
import type { Outside } from './door-state.ts'
import classes from './door.module.css'
import { LinkForm } from './link-form.tsx'

/** For whoever stands outside: why, and how to come in. */
export function Door({ why }: { why: Outside | 'refused' | 'none' }) {
  const { t } = useWords()
  const wishedSo = why === 'declined' || why === 'notMe'
  return (
    <DoorFrame title={t.door[`${why}Title`]}>
      <p className={classes.detail}>{t.door[`${why}Detail`]}</p>
      {!wishedSo && <LinkForm />}
    </DoorFrame>
  )
}

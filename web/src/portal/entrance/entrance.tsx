import { useTexts } from '../texts.tsx'
import { EntranceFrame } from './entrance-frame.tsx'
import type { SignedOutReason } from './entrance-state.ts'
import classes from './entrance.module.css'
import { LinkForm } from './link-form.tsx'

/** For whoever stands outside: why, and how to come in. */
export function Entrance({ reason }: { reason: SignedOutReason | 'refused' | 'none' }) {
  const { t } = useTexts()
  const isByChoice = reason === 'declined' || reason === 'notMe'
  return (
    <EntranceFrame title={t.door[`${reason}Title`]}>
      <p className={classes.detail}>{t.door[`${reason}Detail`]}</p>
      {!isByChoice && <LinkForm />}
    </EntranceFrame>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { useTexts } from '../texts.tsx'
import classes from './parts.module.css'
import { Problem } from './problem.tsx'

interface Props {
  title: string
  detail: string
  confirm: string
  pending: boolean
  /** What went wrong with it, and how that is called. */
  error: unknown
  failed: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more; the browser keeps the focus inside and gives it back. */
export function Confirm(props: Props) {
  const { t } = useTexts()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={id} onClose={props.onClose}>
      <h2 id={id} className={classes.dialogTitle}>
        {props.title}
      </h2>
      <p className={classes.dialogText}>{props.detail}</p>
      {props.error !== null && <Problem title={props.failed} error={props.error} />}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          {t.common.cancel}
        </Button>
        <Button color="red.8" loading={props.pending} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </dialog>
  )
}

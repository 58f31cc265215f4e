import type { MouseEvent, RefObject } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { DraftAutosave } from '../forms/draft-autosave.ts'
import type { Faults } from '../forms/faults.ts'
import { cellOf } from '../forms/form-values.ts'
import { fieldId } from '../forms/table-field.tsx'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'
import { filesFault } from './use-submit.ts'

interface Props {
  faults: Faults
  autosave: DraftAutosave
  place: RefObject<HTMLDivElement | null>
}

/** Everything that is wrong, each leading to its place. */
export function FaultList({ faults, autosave, place }: Props) {
  const { t } = useTexts()
  const keys = Object.keys(faults)
  function lead(event: MouseEvent, key: string) {
    event.preventDefault()
    document.getElementById(fieldId(key))?.focus()
  }
  return (
    <div ref={place} tabIndex={-1} className={classes.faults}>
      {keys.length > 0 && (
        <Notice tone="bad" live="assertive" title={t.submit.errorsTitle(keys.length)}>
          <ul className={classes.faultItems}>
            {keys.map((key) => (
              <li key={key}>
                <a href={`#${fieldId(key)}`} onClick={(event) => lead(event, key)}>
                  {key === filesFault ? t.files.title : (cellOf(autosave.fields, key)?.label ?? key)}
                </a>{' '}
                {faults[key]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

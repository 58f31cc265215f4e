import type { MouseEvent, RefObject } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { DraftKeeper } from '../forms/draft-keeper.ts'
import type { Faults } from '../forms/faults.ts'
import { cellOf } from '../forms/form-values.ts'
import { fieldId } from '../forms/table-field.tsx'
import { useWords } from '../words.tsx'
import classes from './request.module.css'
import { filesFault } from './use-submit.ts'

interface Props {
  faults: Faults
  keeper: DraftKeeper
  place: RefObject<HTMLDivElement | null>
}

/** Everything that is wrong, each leading to its place. */
export function FaultList({ faults, keeper, place }: Props) {
  const { t } = useWords()
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
                  {key === filesFault ? t.files.title : (cellOf(keeper.fields, key)?.label ?? key)}
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

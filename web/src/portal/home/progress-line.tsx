import type { Requests } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import classes from './home.module.css'

/** How far they are: accepted, under review, to send; in words below the picture of it. */
export function ProgressLine({ progress }: { progress: Requests['progress'] }) {
  const { t } = useTexts()
  const { asked: requested, accepted, inReview, toDo } = progress
  const share = (count: number) => ({ width: `${(count / Math.max(requested, 1)) * 100}%` })
  return (
    <div className={classes.progress}>
      <div className={classes.track} aria-hidden="true">
        <span data-part="accepted" style={share(accepted)} />
        <span data-part="review" style={share(inReview)} />
      </div>
      <ul className={classes.legend} aria-label={t.home.progress}>
        {accepted > 0 && <li data-part="accepted">{t.home.accepted(accepted)}</li>}
        {inReview > 0 && <li data-part="review">{t.home.inReview(inReview)}</li>}
        {toDo > 0 && <li data-part="left">{t.home.left(toDo)}</li>}
      </ul>
    </div>
  )
}

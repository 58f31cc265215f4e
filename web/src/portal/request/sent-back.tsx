import { Button } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { OneRequest } from '../portal-api.ts'
import { go, paths } from '../route.tsx'
import { useTexts } from '../texts.tsx'
import { findingSentences } from './reasons.tsx'
import classes from './request.module.css'

/** The checks sent back what had just been sent: what is wrong, and the way to mend it. */
export function SentBack({ request, onCorrect }: { request: OneRequest; onCorrect: () => void }) {
  const { t } = useTexts()
  const refused = (request.draft?.files ?? []).filter(({ refusal }) => refusal !== null)
  return (
    <div className={classes.done} data-tone="bad">
      <IconAlertTriangleFilled size={44} aria-hidden="true" className={classes.doneIcon} />
      <div role="alert" className={classes.doneWords}>
        <h2>{t.submit.sentBackTitle}</h2>
        {refused.map(({ fileId, fileName, refusal }) => (
          <p key={fileId} className={classes.reason}>
            <strong>{fileName ?? t.files.unnamed}</strong>
            <br />
            {refusal}
          </p>
        ))}
        {refused.length === 0 &&
          findingSentences(request, t).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
      <div className={classes.doneActions}>
        <Button size="md" onClick={onCorrect}>
          {t.submit.correct}
        </Button>
        <Button size="md" variant="default" onClick={() => go(paths.home)}>
          {t.submit.toAll}
        </Button>
      </div>
    </div>
  )
}

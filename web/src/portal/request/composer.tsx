import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useState, type RefObject } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { DraftAutosave, dateKey, type DraftState } from '../forms/draft-autosave.ts'
import { draftService } from '../forms/draft-service.ts'
import { descriptionOf } from '../forms/field-parts.tsx'
import { answered } from '../forms/form-values.ts'
import { Form } from '../forms/form.tsx'
import { SaveLine } from '../forms/save-line.tsx'
import { Problem } from '../parts/problem.tsx'
import type { Me, OneRequest } from '../portal-api.ts'
import { Files } from '../uploads/files.tsx'
import { uploads } from '../uploads/uploads.ts'
import { useTexts } from '../texts.tsx'
import { DropDraft } from './drop-draft.tsx'
import { FaultList } from './fault-list.tsx'
import classes from './request.module.css'
import { useSubmit } from './use-submit.ts'

const DraftReading = lazy(async () => ({
  default: (await import('../reading/draft-reading.tsx')).DraftReading,
}))

interface Props {
  me: Me
  request: OneRequest
  onSent: () => void
  /** Back to what was sent, where there is something. */
  onBack: (() => void) | null
}

/** Files and form of one answer, kept while they are made, then sent. */
export function Composer({ me, request, onSent, onBack }: Props) {
  const { t } = useTexts()
  const [autosave] = useState(
    () => new DraftAutosave(request, me.contactId, draftService(request.documentId)),
  )
  const state = autosave.use()
  const submit = useSubmit({ request, autosave, onSent })
  useEffect(() => () => autosave.leave(), [autosave])
  const takesFiles = request.kind !== 'FORM'
  return (
    <div className={classes.composer}>
      {onBack !== null && (request.status === 'ACCEPTED' || request.status === 'IN_REVIEW') && (
        <p className={classes.small}>
          {t.submit[request.status === 'ACCEPTED' ? 'newerHint' : 'insteadHint']}
        </p>
      )}
      <FaultList faults={submit.faults} autosave={autosave} place={submit.faultsPlace} />
      {submit.error !== null && <Problem title={t.submit.failed} error={submit.error} />}
      {takesFiles && <Files request={request} />}
      {takesFiles && request.draft !== null && request.draft.files.length > 0 && (
        <Suspense fallback={null}>
          <DraftReading draft={request.draft} autosave={autosave} />
        </Suspense>
      )}
      {request.kind === 'FILE' && <DocumentDate autosave={autosave} state={state} />}
      {autosave.fields.length > 0 && <FormPanel autosave={autosave} state={state} />}
      <SubmitBar me={me} request={request} state={state} submit={submit} />
      <div className={classes.actions}>
        {request.draft !== null && <DropDraft documentId={request.documentId} autosave={autosave} />}
        {onBack !== null && (
          <Button variant="default" onClick={onBack}>
            {t.submit.backToSent}
          </Button>
        )}
      </div>
    </div>
  )
}

interface FormProps {
  autosave: DraftAutosave
  state: DraftState
}

function FormPanel({ autosave, state }: FormProps) {
  const { t } = useTexts()
  const { done, all } = answered(autosave.fields, state.values)
  return (
    <section className={classes.panel} aria-labelledby="form-title">
      <div className={classes.panelHead}>
        <h2 id="form-title">{t.form.title}</h2>
        {all > 0 && <span className={classes.small}>{t.form.answered(done, all)}</span>}
      </div>
      {state.origin !== 'draft' && (
        <Notice tone="info">
          <p>{state.origin === 'device' ? t.form.restored : t.form.prefilled}</p>
        </Notice>
      )}
      <Form autosave={autosave} state={state} />
    </section>
  )
}

function DocumentDate({ autosave, state }: FormProps) {
  const { t } = useTexts()
  const page = state.read[dateKey]
  return (
    <section className={classes.panel}>
      <TextInput
        type="date"
        size="md"
        max="9999-12-31"
        className={classes.date}
        label={
          <>
            {t.form.documentDate} <span className={classes.optional}>({t.form.optional})</span>
          </>
        }
        description={descriptionOf(
          t.form.documentDateHelp,
          page === undefined ? undefined : t.reading.fromFile(page),
        )}
        value={state.date}
        onChange={(event) => autosave.setDate(event.currentTarget.value)}
      />
    </section>
  )
}

interface BarProps {
  me: Me
  request: OneRequest
  state: DraftState
  submit: { pending: boolean; run: () => void; faultsPlace: RefObject<HTMLDivElement | null> }
}

function SubmitBar({ me, request, state, submit }: BarProps) {
  const { t } = useTexts()
  const isSending = uploads
    .use()
    .some(
      (item) =>
        item.documentId === request.documentId && ['sending', 'waiting', 'offline'].includes(item.state),
    )
  return (
    <div className={classes.bar}>
      <span className={classes.small}>{isSending ? t.submit.waitUploads : <SaveLine state={state} />}</span>
      <Button size="md" loading={submit.pending} disabled={isSending} onClick={submit.run}>
        {t.submit.sendTo(me.account)}
      </Button>
    </div>
  )
}

import { useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { Button } from '@mantine/core'
import type { OneRequest } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import { refusalOf } from './accept.ts'
import { DraftFile } from './draft-file.tsx'
import { FileDrop } from './file-drop.tsx'
import classes from './uploads.module.css'
import { uploads } from './uploads.ts'
import { UploadRow } from './upload-row.tsx'

interface Refused {
  name: string
  reason: string
}

/** The files of an answer: those that are there, those on their way, and the place to add more. */
export function Files({ request }: { request: OneRequest }) {
  const texts = useTexts()
  const { t } = texts
  const [refused, setRefused] = useState<Refused[]>([])
  const { documentId, maxFiles } = request
  const uploading = uploads.use().filter((item) => item.documentId === documentId)
  const present = request.draft?.files ?? []

  function add(files: readonly File[]) {
    let remaining = maxFiles - present.length - uploading.length
    const rejected: Refused[] = []
    for (const file of files) {
      const isKnown = uploading.some(({ state, name }) => state === 'lost' && name === file.name)
      const reason =
        refusalOf(file, request, texts) ?? (remaining > 0 || isKnown ? null : t.files.tooMany(maxFiles))
      if (reason !== null) rejected.push({ name: file.name, reason })
      else {
        uploads.add(documentId, file)
        if (!isKnown) remaining -= 1
      }
    }
    setRefused(rejected)
  }

  return (
    <section className={classes.panel} aria-labelledby="files-title">
      <h2 id="files-title" className={classes.title}>
        {t.files.title}
      </h2>
      <FileDrop request={request} onFiles={add} hasFiles={present.length + uploading.length > 0} />
      {refused.length > 0 && <RejectedFiles refused={refused} onDismiss={() => setRefused([])} />}
      {present.length + uploading.length > 0 && (
        <ul className={classes.list} aria-label={t.files.list}>
          {present.map((file) => (
            <DraftFile key={file.fileId} documentId={documentId} file={file} />
          ))}
          {uploading.map((item) => (
            <UploadRow key={item.id} item={item} onFiles={add} fileTypes={request.fileTypes} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RejectedFiles({ refused, onDismiss }: { refused: Refused[]; onDismiss: () => void }) {
  const { t } = useTexts()
  return (
    <Notice tone="bad" live="assertive">
      {refused.map(({ name, reason }) => (
        <p key={name} className={classes.breaking}>
          <strong>{name}</strong> {reason}
        </p>
      ))}
      <Button size="compact-sm" variant="default" mt={4} onClick={onDismiss}>
        {t.files.dismiss}
      </Button>
    </Notice>
  )
}

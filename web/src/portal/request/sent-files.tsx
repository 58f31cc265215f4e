import { IconDownload, IconFile } from '@tabler/icons-react'
import type { PortalAnswer } from '../portal-api.ts'
import { useTexts } from '../texts.tsx'
import classes from './request.module.css'

export function SentFiles({ files }: { files: PortalAnswer['files'] }) {
  const { t, format } = useTexts()
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t.sent.files}>
      {files.map((file) => (
        <li key={file.fileId} className={classes.file}>
          <IconFile size={20} stroke={1.7} aria-hidden="true" className={classes.fileIcon} />
          <span className={classes.fileBody}>
            <span className={classes.fileName}>{file.fileName ?? t.files.unnamed}</span>
            <span className={classes.small}>
              {file.fileSize !== null && format.bytes(file.fileSize)}
              {file.state === 'PENDING' && ` · ${t.sent.beingChecked}`}
            </span>
            {file.refusal !== null && <span className={classes.refusal}>{file.refusal}</span>}
          </span>
          {file.state === 'CLEAN' && (
            <a
              href={`/portal/api/files/${file.fileId}`}
              download
              className={classes.iconLink}
              aria-label={`${t.sent.download}: ${file.fileName ?? t.files.unnamed}`}
            >
              <IconDownload size={20} stroke={1.7} aria-hidden="true" />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

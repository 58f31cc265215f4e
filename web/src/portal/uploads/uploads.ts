import { dropUpload, sendFile } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'

/** The one queue of the page: it goes on whichever part of the page is looked at. */
export const uploads = new UploadQueue({ send: sendFile, drop: dropUpload })

window.addEventListener('online', () => uploads.retryAll())

window.addEventListener('beforeunload', (event) => {
  if (uploads.isBusy) event.preventDefault()
})

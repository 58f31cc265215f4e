import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import { etagHeader, pathId, versionCheck, write, type HttpRoutes } from '../../../platform/http/index.ts'
import { fieldProblem } from './answer-content.ts'
import { draftType } from './answer-document.ts'
import { Files, FormAnswers, ofResponse, responseTags } from './answer.schema.ts'
import { addFiles, removeFile, saveForm } from './change-draft.ts'
import {
  multipartType,
  receiveFiles,
  uploadBytes,
  writeUpload,
  type ResponsesDeps,
} from './receive-upload.ts'
import { ResponseRecord } from './response.schema.ts'
import { getResponse, readerOf } from './response.view.ts'

const formRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'saveDraftForm',
    tags: responseTags,
    summary: 'Keep what was filled in so far, in place of what was kept before',
    description: 'Nothing is checked for completeness yet, so that a form can be filled in step by step.',
    params: ofResponse,
    body: Type.Object({ formdata: FormAnswers }),
    response: { 200: ResponseRecord },
  },
} as const

const addRoute = {
  config: { right: 'manage', contentTypes: [multipartType] },
  schema: {
    operationId: 'addDraftFiles',
    tags: responseTags,
    summary: 'Add files to a draft',
    description: 'Files are inspected after the upload. Nothing is sent before the draft is submitted.',
    consumes: [multipartType],
    params: ofResponse,
    body: Type.Optional(Type.Object({ file: Type.Optional(Files) })),
    response: { 201: ResponseRecord },
  },
} as const

const removeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'removeDraftFile',
    tags: responseTags,
    summary: 'Take a file out of a draft',
    description: 'Only drafts can lose files; what was submitted stays.',
    params: Type.Object({ responseId: pathId, fileId: pathId }),
    response: { 200: ResponseRecord },
  },
} as const

/** Answers that are still being written. */
export const draftsRoutes =
  (deps: ResponsesDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    await app.register(multipart)

    app.put('/responses/:responseId/form', formRoute, async (request, reply) => {
      const { scope, language } = request
      const { responseId } = request.params
      const answers = request.body.formdata
      return write(db, request, reply, {
        work: async (tx) => {
          const expectVersion = versionCheck(request)
          await saveForm(tx, scope, { responseId, answers, language, expectVersion })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: etagHeader,
      })
    })

    app.post(
      '/responses/:responseId/files',
      { ...addRoute, bodyLimit: uploadBytes(deps) },
      async (request, reply) => {
        const { scope } = request
        const { responseId } = request.params
        const type = await db.read(scope, (tx) => draftType(tx, scope, responseId))
        const received = await receiveFiles(request, deps, type)
        const { files } = received
        return writeUpload({ db, received }, request, reply, {
          status: 201,
          work: async (tx) => {
            const [unknown] = Object.keys(received.fields)
            if (unknown !== undefined) throw fieldProblem(`/${unknown}`, 'FIELD_UNKNOWN')
            if (files.length === 0) throw fieldProblem('/file', 'FIELD_REQUIRED')
            await addFiles(tx, scope, { responseId, files, expectVersion: versionCheck(request) })
            return getResponse(tx, scope, responseId, readerOf(request))
          },
          headers: etagHeader,
        })
      },
    )

    app.delete('/responses/:responseId/files/:fileId', removeRoute, async (request, reply) => {
      const { scope, params } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await removeFile(tx, scope, { ...params, expectVersion: versionCheck(request) })
          return getResponse(tx, scope, params.responseId, readerOf(request))
        },
        headers: etagHeader,
      })
    })
  }

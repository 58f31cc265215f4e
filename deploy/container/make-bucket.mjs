// Makes S3_BUCKET where it is missing: a store that was just started has none.
import { readFileSync } from 'node:fs'
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'

const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_BUCKET, S3_ACCESS_KEY_ID } = process.env
const secret =
  process.env.S3_SECRET_ACCESS_KEY ?? readFileSync(process.env.S3_SECRET_ACCESS_KEY_FILE, 'utf8').trim()
const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  forcePathStyle: true,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: secret },
})
const bucket = { Bucket: S3_BUCKET }
const isThere = await client.send(new HeadBucketCommand(bucket)).then(
  () => true,
  () => false,
)
if (!isThere) await client.send(new CreateBucketCommand(bucket))
process.stdout.write(`The bucket ${S3_BUCKET} is there.\n`)

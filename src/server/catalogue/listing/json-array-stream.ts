import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiateEncoding } from '#server/http-cache/compressed-body.ts'

const BATCH_SIZE = 100

/** Sends a JSON array of any length without holding it in memory. The low compression levels cost little time. */
export function sendJsonArray<Key, Entry>(
  request: FastifyRequest,
  reply: FastifyReply,
  keys: Key[],
  readBatch: (keys: Key[]) => Promise<Entry[]>,
): FastifyReply {
  const source = Readable.from(streamJsonArray(keys, readBatch))
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('vary', 'Accept-Encoding')
  if (encoding === 'identity') return reply.send(source)
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      : createGzip({ level: 1 })
  pipeline(source, compressor, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'The transmission of a list failed.')
  })
  return reply.header('content-encoding', encoding).send(compressor)
}

/** The JSON text of an array, entry by entry. Other requests are handled between two batches. */
async function* streamJsonArray<Key, Entry>(keys: Key[], readBatch: (keys: Key[]) => Promise<Entry[]>) {
  let separator = '['
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    for (const entry of await readBatch(keys.slice(start, start + BATCH_SIZE))) {
      yield separator + JSON.stringify(entry)
      separator = ','
    }
    await setImmediate()
  }
  yield separator === '[' ? '[]' : ']'
}

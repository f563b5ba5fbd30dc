import { readdir, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSessionCookie } from '../../support/fixtures/accounts.ts'
import { PDF } from '../../support/fixtures/attachments.ts'
import {
  addDocument,
  DWG,
  DXF,
  IGES,
  listDocumentFolders,
  listItemDocuments,
  postDocument,
  replaceDocument,
  STEP,
} from '../../support/fixtures/documents.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { createZip, type ZipPart } from '../../support/formats/zip-file.ts'
import { expectProblem } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let cookie: string
let itemId: string
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  cookie = await createSessionCookie(site, 'editor')
  itemId = (await createMachine(staff)).id
})

const HTML = '<!doctype html><script>alert(document.cookie)</script>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const listUploads = () => readdir(join(site.dataDir, 'tmp'))

async function expectNothingStored(): Promise<void> {
  await vi.waitFor(async () => expect(await listUploads()).toEqual([]), 60_000)
  expect(await listDocumentFolders(site)).toEqual([])
  expect(await site.db.selectFrom('item_document').select('id').execute()).toEqual([])
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const program = { name: 'docs/setup.exe' }
const bomb: ZipPart = { name: 'zeros', declaredBytes: 4_000_000_000 }

describe('Files that are refused', () => {
  test.each<[name: string, status: number, content: string | Buffer<ArrayBuffer>]>([
    // Programs and pages with the name of a document
    ['program.pdf', 415, latin1('MZ\x90\0\x03\0\0\0This program cannot be run in DOS mode.')],
    ['program-elf.pdf', 415, latin1('\x7fELF\x02\x01\x01')],
    ['program-mac.dwg', 415, latin1('\xcf\xfa\xed\xfe\x07')],
    ['class.step', 415, latin1('\xca\xfe\xba\xbe\0\0\x004')],
    ['installer.dwg', 415, latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['script.pdf', 415, '#!/bin/sh\nrm -rf ~\n'],
    ['batch.dxf', 415, '@echo off\r\ndel *.*\r\n'],
    ['script.step', 415, 'WScript.CreateObject("WScript.Shell")'],
    ['code.pdf', 415, '<?php system($_GET["c"]); ?>'],
    ['shortcut.pdf', 415, latin1('L\0\0\0\x01\x14\x02\0')],
    ['page.pdf', 415, HTML],
    ['page.dxf', 415, HTML],
    ['page.dwg', 415, HTML],
    ['page.step', 415, HTML],
    ['page.iges', 415, HTML],
    ['page.zip', 415, HTML],
    ['picture.dxf', 415, SVG],
    ['picture.pdf', 415, SVG],
    ['utf16.pdf', 415, Buffer.from(HTML, 'utf16le')],
    ['mail.pdf', 415, `MIME-Version: 1.0\nContent-Type: text/html\n\n${HTML}`],
    ['feed.step', 415, `<?xml version="1.0"?>${SVG}`],
    ['photo.pdf', 415, latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['letter.dxf', 415, 'A letter about a drawing.'],
    ['zeros.pdf', 415, '\0'.repeat(5000)],
    // Files that are two things at once
    ['program-and.pdf', 415, latin1(`MZ\x90\0${PDF}`)],
    ['page-and.pdf', 415, `${HTML}\n${PDF}`],
    ['script-and.pdf', 415, `#!/bin/sh\n${PDF}`],
    ['archive-and.pdf', 415, Buffer.concat([createZip([program]), latin1(PDF)])],
    // Other archives
    ['archive.rar.zip', 415, latin1('Rar!\x1a\x07\x01\0')],
    ['archive.7z.zip', 415, latin1("7z\xbc\xaf'\x1c")],
    ['archive.gz.zip', 415, latin1('\x1f\x8b\x08\0')],
    ['cabinet.zip', 415, 'MSCF\0\0\0\0'],
    // Incomplete files
    ['empty.pdf', 400, ''],
    ['half.pdf', 400, PDF.slice(0, -10)],
    ['half.dxf', 400, DXF.slice(0, -5)],
    ['half.step', 400, STEP.slice(0, -12)],
    ['half.iges', 400, IGES.slice(0, 160)],
    ['half.zip', 400, createZip([{ name: 'a.step' }]).subarray(0, 40)],
    ['header.pdf', 400, '%PDF-1.7'],
    // Archives that lie, or that contain programs
    ['bomb.zip', 400, createZip([bomb])],
    [
      'bomb-of-many.zip',
      400,
      createZip(Array.from({ length: 500 }, (_, i) => ({ ...bomb, name: `${i}`, declaredBytes: 900_000 }))),
    ],
    ['bomb-overlapping.zip', 400, createZip([{ name: 'a', compressedBytes: 9_000_000 }, { name: 'b' }])],
    [
      'bomb-zip64.zip',
      400,
      createZip([{ name: 'a', compressedBytes: 0xffffffff, declaredBytes: 0xffffffff }]),
    ],
    ['many.zip', 400, createZip([{ name: 'a' }], { count: 65_000 })],
    ['far.zip', 400, createZip([{ name: 'a' }], { offset: 900_000 })],
    ['huge-directory.zip', 400, createZip([{ name: 'a' }], { bytes: 50_000_000 })],
    ['twice.zip', 400, createZip([{ name: 'a' }, { name: 'a' }])],
    ['method.zip', 400, createZip([{ name: 'a', method: 99 }])],
    ['secret.zip', 400, createZip([{ name: 'a.pdf', flags: 1 }])],
    ['program.zip', 400, createZip([{ name: 'a.step' }, program])],
    ['link.zip', 400, createZip([{ name: 'Manual.pdf.lnk' }])],
    ['script.zip', 400, createZip([{ name: '../../start/run.VBS ' }])],
    ['dots.zip', 400, createZip([{ name: 'setup.exe. .' }])],
    ['stream.zip', 400, createZip([{ name: 'C:\\docs\\setup.exe::$DATA' }])],
    ['archive.zip', 400, createZip([{ name: 'more/parts.zip' }])],
    ['image.zip', 400, createZip([{ name: 'Tools.ISO ' }])],
    ['java.zip', 400, createZip([{ name: 'META-INF/MANIFEST.MF' }, { name: 'app.jar' }])],
  ])('The file %s returns %i and leaves nothing', async (name, status, content) => {
    const message = await expectProblem(postDocument(staff, itemId, name, content), status)
    expect(message).toContain(name)
    await expectNothingStored()
  })
})

describe('Files that are served harmlessly', () => {
  afterEach(async () => {
    await site.db.deleteFrom('item_document').execute()
    for (const folder of await listDocumentFolders(site))
      await rm(join(site.dataDir, 'documents', folder), { recursive: true })
  })

  test.each<[name: string, content: string | Buffer<ArrayBuffer>, stored: string]>([
    [
      'script.pdf',
      PDF.replace('<<>>', '<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>'),
      'script.pdf',
    ],
    ['launch.pdf', PDF.replace('<<>>', '<</OpenAction<</S/Launch/F(cmd.exe)>>>>'), 'launch.pdf'],
    ['embedded.pdf', PDF.replace('<<>>', '<</Names<</EmbeddedFiles<</Names[(a.exe)]>>>>>>'), 'embedded.pdf'],
    ['page-after.pdf', PDF + HTML, 'page-after.pdf'],
    ['comment.dxf', `999\n${HTML}\n0\nSECTION\n0\nEOF\n`, 'comment.dxf'],
    ['entity.step', STEP.replace('DATA;', `DATA;\n/* ${HTML} */`), 'entity.step'],
    ['page.dwg', `AC1032${HTML}`, 'page.dwg'],
    ['pages.zip', createZip([{ name: 'index.html', content: HTML }]), 'pages.zip'],
    ['traversal.zip', createZip([{ name: '../../etc/passwd' }]), 'traversal.zip'],
    ['page.html', PDF, 'page.html.pdf'],
    ['picture.svg', DXF, 'picture.svg.dxf'],
    ['setup.exe', DWG, 'setup.exe.dwg'],
    ['invoice\u202efdp.exe', PDF, 'invoice fdp.exe.pdf'],
    ['../../../capstan.sqlite', PDF, 'capstan.sqlite.pdf'],
    ['a"; filename=x.html; b="\r\nx-evil: 1.pdf', PDF, 'a 22; filename=x.html; b= 22 0D 0Ax-evil 1.pdf'],
    ['NUL.pdf', PDF, 'NUL_.pdf'],
    [`${'x'.repeat(300)}.pdf`, PDF, `${'x'.repeat(96)}.pdf`],
    ['<img src=x onerror=alert(1)>.pdf', PDF, 'img src=x onerror=alert(1).pdf'],
  ])('The file %s is an attachment that no browser executes', async (name, content, stored) => {
    const document = await addDocument(staff, itemId, name, content)
    expect(document.fileName).toBe(stored)
    const reply = await site.fetch(new URL(document.url).pathname)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/,
    )
    expect(reply.headers.get('content-type')).toMatch(
      /^(?:application\/(?:pdf|zip)|image\/vnd\.d(?:xf|wg)|model\/step)$/,
    )
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(Buffer.from(content))
  })
})

describe('Uploads that do not arrive', () => {
  const PART = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  const createHead = (path: string, headers: string[]) =>
    [`POST ${path} HTTP/1.1`, 'host: x', `cookie: ${cookie}`, ...headers, '', ''].join('\r\n')

  /** Sends these bytes and ends the connection. Returns what the server answered. */
  const sendAndLeave = (bytes: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(site.url)
      let answer = ''
      const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text
      })
      socket.on('error', () => socket.destroy()).on('close', () => resolve(answer))
    })

  test.each<[what: string, headers: string[], body: string]>([
    [
      'A body that is shorter than its content-length',
      ['content-type: multipart/form-data; boundary=b', 'content-length: 90000'],
      `--b\r\n${PART}${PDF}\r\n--b--\r\n`,
    ],
    [
      'Chunks that end too early',
      ['content-type: multipart/form-data; boundary=b', 'transfer-encoding: chunked'],
      `ff\r\n--b\r\n${PART}${PDF}`,
    ],
    [
      'Chunks of a wrong length',
      ['content-type: multipart/form-data; boundary=b', 'transfer-encoding: chunked'],
      `5\r\n--b\r\n${PART}${PDF}\r\n0\r\n\r\n`,
    ],
    [
      'A body of two lengths',
      ['content-type: multipart/form-data; boundary=b', 'content-length: 10', 'transfer-encoding: chunked'],
      `5\r\n--b\r\n${PART}`,
    ],
    [
      'A body that is longer than its content-length',
      ['content-type: multipart/form-data; boundary=b', 'connection: close', 'content-length: 90'],
      `--b\r\n${PART}${PDF}\r\n--b--\r\n`,
    ],
  ])('%s is not stored and leaves nothing', async (_what, headers, body) => {
    const path = `/api/items/${itemId}/documents`
    expect(await sendAndLeave(createHead(path, headers) + body)).not.toContain(' 201 ')
    await expectNothingStored()
  })

  /** Sends the first half of a file. The test destroys the connection. */
  function startUpload(method: string, path: string): ClientRequest {
    const { hostname, port } = new URL(site.url)
    const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b' }
    const sent = request({ hostname, port, method, path, headers })
    sent.on('error', () => undefined)
    sent.write(`--b\r\n${PART}${PDF.repeat(9999)}`)
    return sent
  }

  test('Ten uploads that are cut off in the middle leave nothing', async () => {
    const sent = Array.from({ length: 10 }, () => startUpload('POST', `/api/items/${itemId}/documents`))
    await vi.waitFor(async () => expect(await listUploads()).toHaveLength(10), 60_000)
    for (const one of sent) one.destroy()
    await expectNothingStored()
  })

  test('A replacement that is refused or cut off retains the present file', async () => {
    const document = await addDocument(staff, itemId)
    await expectProblem(replaceDocument(staff, itemId, document, 'page.pdf', HTML), 415)
    await expectProblem(replaceDocument(staff, itemId, document, 'bomb.zip', createZip([bomb])), 400)
    const cut = startUpload('PATCH', `/api/items/${itemId}/documents/${document.id}`)
    await vi.waitFor(async () => expect(await listUploads()).toHaveLength(1), 60_000)
    cut.destroy()
    await vi.waitFor(async () => expect(await listUploads()).toEqual([]), 60_000)
    expect(await listItemDocuments(staff, itemId)).toEqual([document])
    expect(await (await site.fetch(new URL(document.url).pathname)).text()).toBe(PDF)
    expect(await listDocumentFolders(site)).toHaveLength(1)
  })
})

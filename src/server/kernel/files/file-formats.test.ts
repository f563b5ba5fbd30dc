import { describe, expect, test } from 'vitest'
import { detectFormat, formatContentDisposition, toSafeFileName } from './file-formats.ts'

const ALL_FORMATS = ['pdf', 'dxf', 'dwg', 'step', 'iges', 'heic', 'webp', 'zip'] as const

describe('toSafeFileName', () => {
  test.each([
    ['shaft.pdf', 'shaft.pdf'],
    ['Shaft.PDF', 'Shaft.PDF'],
    ['C:\\Users\\meera\\shaft.pdf', 'shaft.pdf'],
    ['../../etc/shaft.pdf', 'shaft.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['shaft', 'shaft.pdf'],
    ['shaft.pdf.exe', 'shaft.pdf.exe.pdf'],
    ['a\r\nb\0"c".pdf', 'a b c.pdf'],
    ['invoice\u202efdp.exe', 'invoice fdp.exe.pdf'],
    ['', 'file.pdf'],
    ['...', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['NUL.pdf', 'NUL_.pdf'],
    ['வரைபடம்.pdf', 'வரைபடம்.pdf'],
    ['x'.repeat(300), `${'x'.repeat(96)}.pdf`],
    ['🙂'.repeat(300), `${'🙂'.repeat(96)}.pdf`],
    ['\ud800 a.pdf', 'a.pdf'],
  ])('%j is stored as %j', (name, safe) => {
    expect(toSafeFileName(name, 'pdf')).toBe(safe)
    expect(() => encodeURIComponent(safe)).not.toThrow()
  })
})

test('A Content-Disposition has the name in ASCII and in UTF-8', () => {
  expect(formatContentDisposition("Ø 25 (it's).pdf")).toBe(
    `attachment; filename="_ 25 (it's).pdf"; filename*=UTF-8''%C3%98%2025%20%28it%27s%29.pdf`,
  )
})

test('The format of hostile bytes is detected quickly', () => {
  for (const text of ['999\n\n', ' ', '999\n', '%PDF', '\n', '\0\0\0\0ftyp', 'S']) {
    const head = Buffer.from(text.repeat(4096)).subarray(0, 4096)
    const startedAt = process.cpuUsage()
    expect(() =>
      detectFormat({ head, tail: head }, { name: 'x', formats: ALL_FORMATS, otherFormat: 'Another format.' }),
    ).toThrow()
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(100)
  }
})
